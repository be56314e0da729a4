const addresses = new WeakMap<File, string>()

/** An address under which this page shows a chosen file: one a file, for as long as the page lives. */
export function fileAddress(file: File): string {
  const known = addresses.get(file)
  if (known !== undefined) return known
  const made = URL.createObjectURL(file)
  addresses.set(file, made)
  return made
}
