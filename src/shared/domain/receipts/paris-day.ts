/** The day in Paris: the papers of the association, and the year of their numbers, have its time. */
export const parisDay = (instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/Paris',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant)
