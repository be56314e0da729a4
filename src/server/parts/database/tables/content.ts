/** Rows of the association's content: reports, events, news, claims, pledges. */
import type { Generated } from 'kysely'
import type { AssemblyKind, QuorumKind } from '#shared/domain/assembly.ts'
import type { ObjectionKind } from '#shared/domain/claim-objection.ts'
import type { DonationCause, ReceivedCurrency } from '#shared/domain/donations.ts'
import type { EvidenceType, ReportStatus } from '#shared/domain/report/report-rules.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Bit, Instant } from './column-types.ts'

export interface ReportTable {
  id: Generated<number>
  reporter_id: number | null
  type: string
  description: string
  country: string
  city: string
  actor: string
  actor_name: string
  actor_desc: string
  actor_account: string
  victim: string
  google_map_link: string
  /** YYYY-MM-DD; null where it is not given. */
  incident_date: Generated<string | null>
  /** When it was verified first; kept when the state changes again. */
  verified_at: Generated<Instant | null>
  status: ReportStatus
  verifier_comment: string
  /** What the reviewer checked before the last decision: codes of `report-checks.ts`, with blanks between. */
  checks: Generated<string>
  /** Folded type, actor, actor's name, victim and place; see `searchText`. */
  search_text: string
  /** One field each, folded, for the filters of the list; see `reportSearchColumns`. */
  type_folded: string
  actor_folded: string
  victim_folded: string
  created_at: Instant
  updated_at: Instant
  /**
   * Since when the report waits for staff to publish it; null: it is public. Verifying publishes it
   * too.
   */
  held_at: Generated<Instant | null>
  /** Since when staff hide it while they look at an objection; null: they do not (ADR 0086). */
  contested_at: Generated<Instant | null>
  /** The objection that it is hidden for: showing it again is of that one alone while there is such a message. */
  contested_for: Generated<string | null>
  deleted_at: Instant | null
  deleted_reason: string | null
  deleted_by: Generated<number | null>
  /** Grows with every edit by staff, so that no change is overwritten unnoticed. */
  version: Generated<number>
  /** What is withheld from the public; see `Protection`. */
  redact_victim: Generated<Bit>
  redact_actor: Generated<Bit>
  place_detail: Generated<'city' | 'region' | 'country'>
  region: Generated<string>
  hide_map_link: Generated<Bit>
  /** JSON list of words. */
  hidden_words: Generated<string>
  /** The setting of the association, in each row: its names are withheld while the report is not verified. */
  names_withheld: Generated<Bit>
  /**
   * As the columns of the same name, for the public copy; null where the public copy is the text as
   * written.
   */
  public_search_text: Generated<string | null>
  public_type_folded: Generated<string | null>
  public_actor_folded: Generated<string | null>
  public_victim_folded: Generated<string | null>
  /** ISO 3166 alpha-2 of `country`; empty where the reporter wrote none that is known. */
  country_code: Generated<string>
  /** Key from the author's device: one report of that author for one key. */
  client_key: Generated<string | null>
  /** SHA-256 of the request that came with the key, hexadecimal. */
  client_body_sha256: Generated<string | null>
  /** The review lock, as that of registration requests. */
  claimed_by: Generated<number | null>
  claim_expires_at: Generated<Instant | null>
  /** Filed without an account. Such a row always has `held_at`: only verifying makes it public. */
  witness: Generated<Bit>
}

/** What a report of a witness has besides (ADR 0046). */
export interface WitnessReportTable {
  report_id: number
  /** Slow, keyed hash of the receipt; the receipt itself is stored nowhere. */
  receipt_mac: string
  /** Of the request that filed it, so that the same request sent again gets a new receipt for one report. */
  repeat_mac: string | null
  /** Rows in `witness_entries`, so that the second of two simultaneous writers is refused. */
  entry_count: Generated<number>
  /** Messages and files of the witness that no staff has seen. */
  unread: Generated<number>
  withdrawn_at: Instant | null
}

/** One row: the random key of the hashes of receipts, sealed with a key from SECRET_KEY, which can turn. */
export interface ReceiptKeyTable {
  id: number
  sealed: string
}

/** A message of the dialogue. */
export interface WitnessEntryTable {
  id: Generated<number>
  report_id: number
  /** Member number of the staff who wrote it; null: the witness. */
  author_id: number | null
  text: string
  created_at: Instant
}

/** One row; see `reportWrites`. Triggers count it up. */
export interface ReportWritesTable {
  id: number
  count: number
}

/** What is kept of an erased report. */
export interface PurgedReportTable {
  id: number
  deleted_at: Instant
  deleted_by: number | null
  reason: string
  purged_at: Instant
  /** JSON: of each piece of evidence { id, sha256 }. */
  evidence: string
}

export interface ReportEvidenceTable {
  id: Generated<number>
  report_id: number
  evidence_type: EvidenceType
  file_id: string
  description: string
  uploaded_at: Instant
  deleted_at: Instant | null
  /** Null also where the report was erased before this column existed. */
  deleted_by: number | null
  deleted_reason: string | null
  /** Only staff get it. */
  held_back: Generated<Bit>
  /** JSON list of what readers are warned of; null: staff have not looked yet. */
  warnings: Generated<string | null>
  /** Grows with each change of what the public sees. */
  public_version: Generated<number>
}

/** What becomes public at `due_at`; null while it waits for a second member of staff (ADR 0065). */
export interface ReleaseTable {
  id: string
  kind: 'report' | 'evidence'
  /** Number of the report or of the piece of evidence. */
  target: number
  report_id: number
  /** What is made, and the version that it was decided on: JSON. */
  change: string
  proposed_by: number
  proposed_at: Instant
  confirmed_by: number | null
  due_at: Instant | null
}

/** One change of what the public sees of a piece of evidence. */
export interface PublicCopyChangeTable {
  id: Generated<number>
  evidence_id: number
  /** The version that it made. */
  version: number
  held_back: Bit
  warnings: string | null
  boxes: string
  reason: string
  changed_by: number | null
  changed_at: Instant
}

/** What is kept of an erased piece of evidence whose report still exists. */
export interface PurgedEvidenceTable {
  id: number
  report_id: number
  sha256: string
  deleted_at: Instant
  deleted_by: number | null
  reason: string
  purged_at: Instant
}

export interface EventTable {
  id: string
  starts_at: Instant
  ends_at: Instant
  /** Places, or null for unlimited. */
  capacity: number | null
  /** Free when null; otherwise text such as `10 EUR`. */
  price: string | null
  image_file: string | null
  contact_person: string
  contact_email: string
  contact_phone: string
  organizer: string
  /** JSON: { en, ar, fr } each { title, description, fullContent, location, goals } */
  content: string
  status: 'draft' | 'published' | 'cancelled'
  /** Folded words of all languages; see `contentSearchText`. */
  search_text: Generated<string>
  /** Grows with every change by staff, so that no change is overwritten unnoticed. */
  version: Generated<number>
  created_at: Instant
}

export interface EventRegistrationTable {
  id: Generated<number>
  event_id: string
  member_id: number
  state: 'registered' | 'waiting'
  created_at: Instant
}

/** Triggers keep each person of an event once, with the name in the order of the list. See `migrations/first-schema/events.ts`. */
export interface AttendeeTable {
  event_id: string
  member_id: number
  sort_name: string
}

/** The rules of an event that is a general assembly; see `AssemblyRules`. */
export interface AssemblyTable {
  event_id: string
  /** YYYY-MM-DD or null. */
  member_by: string | null
  /** JSON list of role names. */
  roles: string
  quorum_kind: QuorumKind
  quorum_value: number
  proxies_per_holder: number
  kind: Generated<AssemblyKind>
  notice_days: Generated<number>
  second_of: Generated<string | null>
  /** JSON list; see `agendaOf`. */
  agenda: Generated<string>
  convened_at: Generated<Instant | null>
  /** JSON list as `agenda`: what went out with the convocation. */
  convened_agenda: Generated<string | null>
  /** Since when the present agenda differs from the convened one; null: it does not. */
  agenda_changed_at: Generated<Instant | null>
  /** Mails of the last convocation. */
  convened_count: Generated<number>
  convened_up_to: Generated<number | null>
  version: number
}

/** The giver gave the own voice to the holder. */
export interface AssemblyProxyTable {
  id: Generated<number>
  event_id: string
  giver_id: number
  holder_id: number
  created_at: Instant
  /** Where the signed paper is kept; null: the giver did it online. */
  paper_note: Generated<string | null>
  /** The file of its scan; null where the scan was deleted, and for papers that were entered before scans. */
  scan_file: Generated<string | null>
  /** Of the original of a scan that was deleted at the end of its period. */
  scan_sha256: Generated<string | null>
  /** Member number of the staff who entered the paper. */
  entered_by: Generated<number | null>
}

export interface CheckInTable {
  /** Made by the client, so that a repeated request counts once. */
  id: string
  event_id: string
  member_id: number
  gate: string
  at: Instant
  recorded_at: Instant
  /** The device at the door that recorded it, where one did. */
  device_id: Generated<string | null>
  /** Counts up with each check-in of one device. */
  sequence: Generated<number | null>
}

export interface NewsTable {
  id: string
  date: string
  image_file: string | null
  /** JSON: { en, ar, fr } each { title, description, fullContent } */
  content: string
  link: string
  status: 'draft' | 'published'
  /** The text is made as for an event. */
  search_text: Generated<string>
  version: Generated<number>
  created_at: Instant
}

export interface ClaimTable {
  /** A reference such as `MSG-7K3M-9Q`, which the sender receives. */
  id: string
  member_id: number | null
  first_name: string
  last_name: string
  email: string
  phone: string
  subject: 'violation' | 'information' | 'help' | 'query' | 'urgent'
  message: string
  status: 'open' | 'resolved' | 'rejected'
  note: string
  /** Folded name, e-mail, message and reference; see `searchText`. */
  search_text: Generated<string>
  decided_by: number | null
  decided_at: Instant | null
  /** Of a sender without an account, as the form was read; null where it is not given. */
  language: Generated<Language | null>
  /** When a mail last went to the sender. */
  replied_at: Generated<Instant | null>
  /**
   * Number of rows in `claim_entries`, so that the second of two simultaneous writers is refused.
   */
  entry_count: Generated<number>
  /** The kind of an objection to a report; null stands for a contact message (ADR 0086). */
  kind: Generated<ObjectionKind | null>
  /** As the sender gave it: there may be no such report. */
  report_id: Generated<number | null>
  due_at: Generated<Instant | null>
  /** 1: the sender wants the name under the reply. */
  named: Generated<Bit>
  /** Since when the message stands under the report, as the reply of a person concerned. */
  shown_at: Generated<Instant | null>
  created_at: Instant
}

/** What staff did with a claim. */
export interface ClaimEntryTable {
  id: Generated<number>
  claim_id: string
  kind: 'reply' | 'resolved' | 'rejected' | 'reopened'
  text: string
  /** 1: was mailed to the sender. */
  mailed: Bit
  author_id: number | null
  created_at: Instant
}

/** The last number of a year. It is taken in the transaction that issues the receipt, so that none is missing. */
export interface DonationReceiptYearTable {
  year: number
  last_number: number
}

/** A tax receipt. It is never deleted and never changed: a wrong one is cancelled (ADR 0101). */
export interface DonationReceiptTable {
  id: string
  year: number
  number: number
  pledge_id: string
  /** Whose gift it was, for the export of the account; null without an account, and once it is erased. */
  member_id: number | null
  /** What was printed: JSON of `ReceiptCopy`. Blank once the period of the accounts is over. */
  copy: string
  cents: number
  issued_at: Instant
  issued_by: number
  cancelled_at: Generated<Instant | null>
  cancelled_by: Generated<number | null>
  cancel_reason: Generated<string>
  /** When copy and reason went, at the end of their period. */
  forgotten_at: Generated<Instant | null>
}

export interface PledgeTable {
  id: string
  reference: string
  cause: DonationCause
  amount_usd: number
  method: 'paypal' | 'card' | 'bank'
  status: 'pledged' | 'confirmed' | 'cancelled'
  name: string
  email: string
  /** Folded name and e-mail; cleared with them. See `searchText`. */
  search_text: Generated<string>
  member_id: number | null
  note: string
  /** The day on which the bank received the money; only for a confirmed pledge. */
  received_on: Generated<string | null>
  /** The sum on the bank statement, in hundredths of its currency; only for a confirmed pledge. */
  received_cents: Generated<number | null>
  received_currency: Generated<ReceivedCurrency | null>
  /** What totals count: that sum in hundredths of the currency of the association. */
  counted_cents: Generated<number | null>
  decided_by: number | null
  decided_at: Instant | null
  created_at: Instant
}
