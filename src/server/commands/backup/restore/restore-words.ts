import type { MissingPiece } from '../../../records/backup/check/find-missing.ts'
/** What `npm run restore` says at its end. */
import type { ErasedAgain } from '../apply-erasures.ts'
import type { ProtectedAgain } from '../protections/apply-protections.ts'
import type { Restored } from './restore-backup.ts'

type Print = (line: string) => void

export function tellErased(again: ErasedAgain | undefined, print: Print): void {
  if (again === undefined) {
    print('There is no list of what was erased since the backup: see docs/operations.md, Restore.')
    return
  }
  const { member, report, evidence, file, card, barred } = again.counts
  print(
    `Erased again: ${member} members, ${report} reports, ${evidence} pieces of evidence, ${file} files. Revoked again: ${card} cards, and the accounts of ${barred} members.`,
  )
  print(`The list is of ${again.at}: what was erased or protected later is not in it.`)
  for (const line of again.rights) print(`${line}: look at the role in Users.`)
}

/** Where no list says what was hidden since, it is public again with the first call (docs/operations.md, Restore). */
const PROTECTIONS_LOST =
  'As they were at the backup: which reports are hidden, withdrawn or held, and which evidence is held back or painted over. What was protected since is public again as soon as the site is. Look before you open it: docs/operations.md, Restore, step 2.'

/** Settings are in no list of what was protected since. */
const NAMES_AS_THEN =
  'Whether names in reports are withheld is as it was set at the backup: if it was changed since, set it again in Settings before you open the site.'

export function tellProtected(again: ProtectedAgain | undefined, print: Print): void {
  print(NAMES_AS_THEN)
  if (again === undefined) {
    print(PROTECTIONS_LOST)
    return
  }
  const { reports, evidence, withdrawn, holds } = again
  print(
    `Protected again: ${reports.length} reports wait for staff or are in the bin, ${evidence} pieces of evidence, ${withdrawn} withdrawals of witnesses, ${holds} legal holds.`,
  )
  if (reports.length > 0)
    print(`Look at these reports before you publish them: ${reports.join(', ')}.`)
}

const whatOf = ({ name, lost, of }: MissingPiece): string =>
  lost === undefined ? name : `${name}: ${lost} of ${of ?? lost} rows`

/** @param commandOf the command that restores the named backup elsewhere */
export function tellMissing(
  { missing, left }: Pick<Restored, 'missing' | 'left'>,
  commandOf: (snapshot: string) => string,
  print: Print,
): void {
  if (missing.length === 0) return
  print('')
  print('MISSING. The backup is damaged, and this did not come back:')
  for (const piece of missing) {
    print(`  ${whatOf(piece)}`)
    for (const object of piece.objects ?? []) print(`      damaged: ${object}`)
    const { older, newer } = piece
    print(
      older === undefined && newer === undefined
        ? '      in no other backup of this folder'
        : `      whole in ${[older && `${older} (older)`, newer && `${newer} (newer)`].filter((one) => one !== undefined).join(' and ')}`,
    )
  }
  for (const [table, rows] of left)
    print(`  ${table}: ${rows} rows that belong to those and were left out with them`)
  const others = new Set(missing.flatMap(({ older, newer }) => older ?? newer ?? []))
  for (const other of others) print(`To look at ${other} beside this server:   ${commandOf(other)}`)
  print(
    'Where a second place of the backups has the damaged files, copy them over these and restore again into an empty place: nothing is missing then.',
  )
  print('')
}

export const tellHeld = (count: number): string =>
  count === 0
    ? 'No mail was waiting at the backup.'
    : `${count} mails were waiting at the backup, and are held: they may have been sent since. An administrator sends or discards them on the overview.`
