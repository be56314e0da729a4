/** The demonstration as it lies in resources/demo: made-up people and what they sent, with days before the first start. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Insertable } from 'kysely'
import type * as z from 'zod'
import type { EventContent } from '#shared/contract/events.ts'
import type { DonationCause, PaymentMethod } from '#shared/domain/donations.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type {
  ClaimTable,
  PledgeTable,
  RegistrationRequestTable,
  ReportTable,
} from '../parts/database/schema.ts'
import type { NewMember } from '../records/members/new-member.ts'

export interface DemoPerson extends Omit<Required<NewMember>, 'passwordHash' | 'at'> {
  readonly daysAgo: number
  readonly nationalities: readonly string[]
  /** File in resources/demo/faces. */
  readonly face: string
  /** What the identity document says, in the letters that it is written with; absent: the person has none. */
  readonly document?: { readonly surname: string; readonly givenNames: string }
}

export interface DemoRequest {
  readonly status: RegistrationRequestTable['status']
  readonly daysAgo: number
  readonly comment: string
  readonly decidedBy: number | null
  readonly decidedAfterHours: number | null
  readonly applicant: DemoPerson
}

export interface DemoReport {
  readonly reporter: number
  readonly daysAgo: number
  readonly words: Pick<
    Insertable<ReportTable>,
    | 'type'
    | 'description'
    | 'country'
    | 'city'
    | 'actor'
    | 'actor_name'
    | 'actor_desc'
    | 'actor_account'
    | 'victim'
    | 'google_map_link'
    | 'status'
    | 'verifier_comment'
  >
  readonly evidence: readonly {
    /** File in resources/demo/evidence. */
    readonly file: string
    readonly description: string
    readonly hoursLater: number
  }[]
}

export interface DemoClaim {
  readonly daysAgo: number
  readonly claim: Pick<
    Insertable<ClaimTable>,
    | 'member_id'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'phone'
    | 'subject'
    | 'message'
    | 'language'
  >
  readonly status: ClaimTable['status']
  /** What staff noted when they closed it. */
  readonly note: string
  /** What staff replied before that. */
  readonly reply: string | null
}

export interface DemoDonation {
  /** A member of members.json; null: somebody without an account, or without a name. */
  readonly member: number | null
  readonly name?: string
  readonly email?: string
  readonly cause: DonationCause
  readonly amountUsd: number
  readonly method: PaymentMethod
  readonly daysAgo: number
  readonly status: PledgeTable['status']
  readonly decidedAfterDays: number | null
  /** What arrived, in hundredths of a dollar. */
  readonly receivedCents: number | null
  readonly note: string
}

/** The demonstration runs from its source only (scripts/start.mjs). */
const FOLDER = new URL('../../../resources/demo/', import.meta.url)

const rowsOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'))

/** The files are ours; data.test.ts looks at them. */
export const readDemo = () => ({
  members: rowsOf('members') as readonly DemoPerson[],
  requests: rowsOf('requests') as readonly DemoRequest[],
  reports: rowsOf('reports') as readonly DemoReport[],
  claims: rowsOf('claims') as readonly DemoClaim[],
  donations: rowsOf('donations') as readonly DemoDonation[],
  assembly: rowsOf('assembly') as Readonly<Record<Language, z.output<typeof EventContent>>>,
})

export const readPicture = (name: string): Promise<Buffer> => readFile(new URL(name, FOLDER))
