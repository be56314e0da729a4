/** How staff called this computer last: the name of a door, not of a person. */
const KEY = 'wld.kiosk.device'

export function rememberedName(storage: Pick<Storage, 'getItem'>): string {
  try {
    return storage.getItem(KEY) ?? ''
  } catch {
    return '' // a storage that refuses costs some typing
  }
}

export function rememberName(storage: Pick<Storage, 'setItem'>, name: string): void {
  try {
    storage.setItem(KEY, name)
  } catch {
    // Refused: typed again next time.
  }
}
