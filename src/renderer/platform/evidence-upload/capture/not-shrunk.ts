/** A photo is too large, and this device makes it no smaller. */
export class NotShrunk extends Error {
  override readonly name = 'NotShrunk'
}
