/** Why a reply of a timestamp authority is not accepted. */
export class TimestampFault extends Error {
  override readonly name = 'TimestampFault'
}
