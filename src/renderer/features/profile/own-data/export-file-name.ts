/** Without name and number: what lies in a folder of downloads is seen by whoever uses the computer next. */
export const exportFileName = (exportedAt: string): string =>
  `wld-account-${exportedAt.slice(0, 10)}.json`
