// Each place of the list of refused plays knows which play it shows.
document.addEventListener("view", (event) => {
  for (const field of document.querySelectorAll("[data-refused]")) {
    field.value = event.detail.refused[field.dataset.refused] ?? "";
  }
});
