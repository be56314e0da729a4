import { StartFault } from '../../../base/start-fault.ts'

/** An object or a snapshot is missing or was changed. The message names its file. */
export class DamagedBackup extends StartFault {
  override readonly name = 'DamagedBackup'
  /** Id of the object that is there and was changed; undefined for other files and for what is missing. */
  readonly object: string | undefined
  constructor(message: string, object?: string) {
    super(message)
    this.object = object
  }
}
