import type { PictureChoice } from './picture-part.tsx'

const addresses = new WeakMap<File, string>()

/** An address under which this page shows a chosen file: one a file, for as long as the page lives. */
function fileAddress(file: File): string {
  const known = addresses.get(file)
  if (known !== undefined) return known
  const made = URL.createObjectURL(file)
  addresses.set(file, made)
  return made
}

/** The picture that the site would show after saving. */
export const pictureToCome = ({ held, file, removed }: PictureChoice): string | null =>
  file === undefined ? (removed ? null : held) : fileAddress(file)
