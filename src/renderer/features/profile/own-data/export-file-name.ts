/** Without name and number: the next user of the computer can see the folder of downloads. */
export const exportFileName = (exportedAt: string): string =>
  `wld-account-${exportedAt.slice(0, 10)}.json`
