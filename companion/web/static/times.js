// Times as this phone's clock has them, in the language of the page; without scripts they stand there in UTC.
const inWords = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = inWords.format(new Date(time.dateTime));
}
