/** What differs between two records, and whose value is chosen. Pure; the page draws it. */
import type { MergeCandidate } from '#shared/contract/merges.ts'
import { MERGE_CHOICES, type MergeChoice } from '#shared/domain/access/merge-rules.ts'

/** As it is compared; blank where the record has nothing. */
export function valueOf(record: MergeCandidate, choice: MergeChoice): string {
  if (choice === 'portrait') return record.wldCardPhoto?.photoUrl ?? ''
  if (choice === 'documents') return record.idProofPhotos.map(({ photoUrl }) => photoUrl).join(' ')
  const value = record[choice]
  return typeof value === 'object' ? [...value].sort().join(' ') : String(value)
}

/** What a person keeps for life: where these differ, the records may be of two people. */
const LASTING = ['firstName', 'lastName', 'birthDate'] as const satisfies readonly MergeChoice[]
const isLasting = (choice: MergeChoice): boolean => LASTING.some((one) => one === choice)

/** Those that speak against one person first. */
export const choicesThatDiffer = (one: MergeCandidate, other: MergeCandidate): MergeChoice[] => {
  const differing = MERGE_CHOICES.filter(
    (choice) => valueOf(one, choice) !== valueOf(other, choice),
  )
  return [...differing.filter(isLasting), ...differing.filter((choice) => !isLasting(choice))]
}

/** Whether name or birth date speak against one person; a blank says nothing. */
export function doubtsOf(one: MergeCandidate, other: MergeCandidate) {
  const speaks = (choice: (typeof LASTING)[number]): boolean =>
    one[choice] !== '' && other[choice] !== '' && one[choice] !== other[choice]
  return { name: speaks('firstName') || speaks('lastName'), birthDate: speaks('birthDate') }
}

/** Of the older record; where it has nothing, of the other. */
export const usualChoice = (
  older: MergeCandidate,
  younger: MergeCandidate,
  choice: MergeChoice,
): string => (valueOf(older, choice) === '' ? younger.cardId : older.cardId)

/** The choices whose value is that of the record that ends. */
export const takenFrom = (
  ends: string,
  differing: readonly MergeChoice[],
  chosen: (choice: MergeChoice) => string,
): MergeChoice[] => differing.filter((choice) => chosen(choice) === ends)

/** The record that may stay: the older one, where nothing stands against it. */
export const usualStay = (older: MergeCandidate, younger: MergeCandidate): string =>
  older.refusals.length > 0 && younger.refusals.length === 0 ? younger.cardId : older.cardId
