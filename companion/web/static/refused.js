// Each place of the list of refused plays knows which play it shows. What the answer just above the list says already is
// not said by its first place once more.
let newest = null; // what the first place says; null before the first view

document.addEventListener("view", ({ detail: view }) => {
  for (const field of document.querySelectorAll("[data-refused]")) {
    field.value = view.refused[field.dataset.refused] ?? "";
  }
  newest = view.texts["refused-0"];
  tellOnce();
});
document.addEventListener("answer", tellOnce);

function tellOnce() {
  const first = document.getElementById("refused-0");
  const answer = document.getElementById("result");
  if (first) first.hidden = !answer.hidden && answer.textContent === (newest ?? first.textContent);
}
