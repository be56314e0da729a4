/** A text in parts: those at odd places are what is sought. Without it there is one part. */
export const splitAt = (text: string, sought: string): string[] =>
  sought === ''
    ? [text]
    : text.split(
        new RegExp(`(${sought.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)})`, 'giu'),
      )
