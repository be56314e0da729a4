/** When the association adopted terms and privacy text, and when members are asked again (ADR 0094). */
import { AGREEMENT_VERSIONS } from './agreements.ts'
import type { Language } from './text/languages.ts'

/** Blank until the body that the statutes name has adopted the texts: until then they are a draft. */
export interface Adoption {
  /** A day, or blank. */
  readonly adoptedOn: string
  /** As the association counts them: `1`, `2026-2`. */
  readonly version: string
}
/** So short that it stands behind the day of the wording in the version of an agreement. */
export const ADOPTED_VERSION_MAX = 8
export const isAdoptedVersion = (text: string): boolean => /^[\w.-]{1,8}$/.test(text)

export const CHANGES_MAX = 1_000
export type Changes = Readonly<Record<Language, string>>

export interface Announcement {
  /** Blank: nothing was announced yet. */
  readonly version: string
  readonly at: string
  /** Day from which the texts apply. */
  readonly appliesFrom: string
  readonly changes: Changes
  /** Up to which member the mail is in the outbox; null: nothing waits. */
  readonly upTo: number | null
  readonly mails: number
}

/** The terms promise a month. */
export const NOTICE_DAYS = 31

/** What a member agrees to: the wording, and with an announcement the version of the association, so that all are asked again. */
export const termsVersionOf = (announced: string): string =>
  announced === '' ? AGREEMENT_VERSIONS.terms : `${AGREEMENT_VERSIONS.terms} ${announced}`
