// Fetches and shows one after the other: asked while it is under way, it is done once more, so that what is shown last is
// the newest, whichever answer was the quicker.
export function oneAtATime(fetchAndShow) {
  let running = null;
  let again = false;
  async function run() {
    while (again) {
      again = false;
      await fetchAndShow();
    }
  }
  return () => {
    again = true;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
