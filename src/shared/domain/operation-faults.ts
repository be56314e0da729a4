/** What an administrator must know of the machine, without looking at it each day. Each kind has words in three languages. */
export const OPERATION_FAULTS = [
  'backup-late',
  'backup-damaged',
  'backup-place',
  'backup-clock',
  'disk-low',
  'certificate-ends',
  'audit-waits',
  'mails-wait',
] as const
export type OperationFault = (typeof OPERATION_FAULTS)[number]
