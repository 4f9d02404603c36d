// A hand card by card: plus and minus beside each number, and what has been told so far. Without this file the numbers
// are written.
const total = document.getElementById("total");
const fields = [...document.querySelectorAll(".counts input")];

function number(field) {
  return field.value === "" ? 0 : Math.max(0, field.valueAsNumber || 0);
}

function sum(some, each = () => 1) {
  return some.reduce((so_far, field) => so_far + number(field) * each(field), 0);
}

function tell() {
  const told = [total.dataset.cards.replace("{n}", sum(fields))];
  if (total.dataset.points) told.push(total.dataset.points.replace("{n}", sum(fields, (field) => field.dataset.each)));
  total.textContent = told.join(" · ");
  for (const group of document.querySelectorAll(".tally")) {
    const cards = sum([...group.querySelectorAll("input")]);
    group.querySelector(".count").textContent = cards ? `× ${cards}` : "";
  }
}

function step(field, by, sign, words) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = sign;
  button.setAttribute("aria-label", `${field.labels[0].textContent}: ${words}`);
  button.addEventListener("click", () => {
    const next = Math.min(Math.max(number(field) + by, 0), Number(field.max));
    field.value = next === 0 ? "" : next;
    tell();
  });
  return button;
}

for (const field of fields) {
  const { more, less } = field.closest(".counts").dataset;
  field.before(step(field, -1, "−", less));
  field.after(step(field, 1, "+", more));
  field.addEventListener("input", tell);
}
tell();
