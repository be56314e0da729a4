/** What is kept of a merge until it can no longer be undone, sealed as one value. */
import type { Selectable } from 'kysely'
import type { MergeChoice } from '#shared/domain/access/merge-rules.ts'
import type { Deps } from '../../deps/deps.ts'
import type {
  EventRegistrationTable,
  FactorTable,
  MemberMergeTable,
  RecoveryCodeTable,
  RegistrationRequestTable,
} from '../../parts/database/schema.ts'
import { secretContext } from '../factors/factor-repository.ts'
import type { MemberRow } from '../members/member-repository.ts'

type Columns = Partial<MemberRow>

/** A registration of the record that ended, beside that of the one that stayed for the same event. */
export interface MovedRegistration {
  readonly ended: Selectable<EventRegistrationTable>
  readonly stays: Selectable<EventRegistrationTable> | null
}

export interface MergeState {
  /** Another one than the row says, once that member became part of another record. */
  readonly staysId: number
  /** The record that ended. */
  readonly ended: MemberRow
  readonly nationalities: readonly string[]
  /** What the record that stays took over, with its own values before; `status` where the merge activated it. */
  readonly changes: readonly {
    readonly field: Exclude<MergeChoice, 'nationalities'> | 'status'
    readonly before: Columns
    readonly after: Columns
  }[]
  /** Null where they were not taken over. */
  readonly nationalitiesBefore: readonly string[] | null
  /** Keys of the rows that only changed their member, under `table.column`. */
  readonly moved: Readonly<Record<string, readonly (string | number)[]>>
  readonly cardInForce: number | null
  readonly registrations: readonly MovedRegistration[]
  readonly checkIns: readonly string[]
  readonly requests: readonly Selectable<RegistrationRequestTable>[]
  /** With their secrets in the open: the seal around all of it protects them, and follows a new SECRET_KEY. */
  readonly factors: readonly Selectable<FactorTable>[]
  readonly recoveryCodes: readonly Selectable<RecoveryCodeTable>[]
  /** Earlier merges into the record that ended: they lead to the one that stays now. */
  readonly merges: readonly string[]
  /** Pictures that the record that stays gave up for those of the other one. */
  readonly spareFiles: readonly string[]
}

export type MergeRow = Selectable<MemberMergeTable>

export const sealMerge = (
  { secrets }: Pick<Deps, 'secrets'>,
  id: string,
  state: MergeState,
): string => secrets.seal('merges', Buffer.from(JSON.stringify(state)), id).toString('base64')

export const openMerge = (
  { secrets }: Pick<Deps, 'secrets'>,
  { id, sealed }: Pick<MergeRow, 'id' | 'sealed'>,
): MergeState =>
  JSON.parse(secrets.open('merges', Buffer.from(sealed, 'base64'), id).toString()) as MergeState // sealed above

export const bareFactor = (
  { secrets }: Pick<Deps, 'secrets'>,
  row: Selectable<FactorTable>,
): Selectable<FactorTable> =>
  row.secret_sealed === null
    ? row
    : {
        ...row,
        secret_sealed: secrets
          .open('factors', Buffer.from(row.secret_sealed, 'base64'), secretContext(row.id))
          .toString('base64'),
      }

export const sealedFactor = (
  { secrets }: Pick<Deps, 'secrets'>,
  row: Selectable<FactorTable>,
): Selectable<FactorTable> =>
  row.secret_sealed === null
    ? row
    : {
        ...row,
        secret_sealed: secrets
          .seal('factors', Buffer.from(row.secret_sealed, 'base64'), secretContext(row.id))
          .toString('base64'),
      }
