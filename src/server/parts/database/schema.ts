/**
 * Rows as both engines hold them. Portable types only: instants are ISO 8601 text in UTC, yes/no is 0/1, lists are
 * child tables, content in several languages is JSON text. Countries are ISO 3166 alpha-2 codes.
 */
import type {
  AssemblyProxyTable,
  AssemblyTable,
  AttendeeTable,
  CheckInTable,
  ClaimEntryTable,
  ClaimTable,
  EventRegistrationTable,
  EventTable,
  NewsTable,
  DonationReceiptTable,
  DonationReceiptYearTable,
  PledgeTable,
  PublicCopyChangeTable,
  ReleaseTable,
  PurgedEvidenceTable,
  PurgedReportTable,
  ReportWritesTable,
  ReportEvidenceTable,
  ReceiptKeyTable,
  ReportTable,
  WitnessEntryTable,
  WitnessReportTable,
} from './tables/content.ts'
import type {
  EvidenceUploadTable,
  FilePartTable,
  TimestampAuthorityTable,
  TimestampTable,
} from './tables/evidence.ts'
import type {
  FactorChallengeTable,
  FactorTable,
  NotMeLinkTable,
  RecoveryCodeTable,
} from './tables/factors.ts'
import type {
  AuditHeadTable,
  AuditTable,
  CodeTable,
  DataKeyTable,
  KioskDeviceTable,
  MailTable,
  MemberCountTable,
  NewsletterIssueTable,
  RefreshTokenTable,
  ResetGrantTable,
  ScrubTable,
  SealedTableTable,
  SessionTable,
  SigningKeyTable,
  SpentProofTable,
  StepUpTable,
  SubscriptionTable,
  ThrottleTable,
  TicketTable,
} from './tables/operation.ts'
import type {
  AgreementTable,
  MemberActivityTable,
  CardTable,
  DecisionUndoTable,
  DeletedRequestTable,
  EmailUndoTable,
  EntryNoticeTable,
  ErasedFileTable,
  FileTable,
  KnownDeviceTable,
  MemberMergeTable,
  MemberNationalityTable,
  MemberTable,
  RegistrationRequestTable,
  RetiredNumberTable,
  StatusBlockTable,
  WalletVoidNoticeTable,
  WalletPassTable,
  WalletPhoneTable,
} from './tables/people.ts'
import type {
  AlertTable,
  OperationFaultTable,
  AuditCheckTable,
  AuditCursorTable,
  BackupRecordTable,
  ConsentTable,
  InvitationCodeTable,
  JobTurnTable,
  LegalHoldTable,
  PledgeDecisionTable,
  RetentionGuardTable,
  SettingTable,
} from './tables/settings.ts'

export type { Bit } from './tables/column-types.ts'
export type * from './tables/content.ts'
export type * from './tables/evidence.ts'
export type * from './tables/factors.ts'
export type * from './tables/operation.ts'
export type * from './tables/people.ts'
export type * from './tables/settings.ts'

export interface Schema {
  members: MemberTable
  member_counts: MemberCountTable
  member_nationalities: MemberNationalityTable
  member_merges: MemberMergeTable
  agreements: AgreementTable
  member_activities: MemberActivityTable
  entry_notices: EntryNoticeTable
  cards: CardTable
  status_blocks: StatusBlockTable
  wallet_passes: WalletPassTable
  wallet_phones: WalletPhoneTable
  wallet_void_notices: WalletVoidNoticeTable
  known_devices: KnownDeviceTable
  signing_keys: SigningKeyTable
  data_keys: DataKeyTable
  sealed_tables: SealedTableTable
  sessions: SessionTable
  factors: FactorTable
  recovery_codes: RecoveryCodeTable
  factor_challenges: FactorChallengeTable
  not_me_links: NotMeLinkTable
  refresh_tokens: RefreshTokenTable
  kiosk_devices: KioskDeviceTable
  files: FileTable
  erased_files: ErasedFileTable
  audit: AuditTable
  audit_head: AuditHeadTable
  timestamps: TimestampTable
  public_copy_changes: PublicCopyChangeTable
  releases: ReleaseTable
  timestamp_authority: TimestampAuthorityTable
  throttles: ThrottleTable
  mails: MailTable
  scrubs: ScrubTable
  retention_guards: RetentionGuardTable
  subscriptions: SubscriptionTable
  newsletter_issues: NewsletterIssueTable
  tickets: TicketTable
  codes: CodeTable
  reset_grants: ResetGrantTable
  step_ups: StepUpTable
  spent_proofs: SpentProofTable
  email_undos: EmailUndoTable
  retired_numbers: RetiredNumberTable
  event_registrations: EventRegistrationTable
  pledges: PledgeTable
  pledge_decisions: PledgeDecisionTable
  donation_receipt_years: DonationReceiptYearTable
  donation_receipts: DonationReceiptTable
  settings: SettingTable
  invitation_codes: InvitationCodeTable
  job_turns: JobTurnTable
  backup_records: BackupRecordTable
  legal_holds: LegalHoldTable
  audit_checks: AuditCheckTable
  audit_cursors: AuditCursorTable
  alerts: AlertTable
  operation_faults: OperationFaultTable
  consents: ConsentTable
  registration_requests: RegistrationRequestTable
  deleted_requests: DeletedRequestTable
  decision_undos: DecisionUndoTable
  reports: ReportTable
  report_evidence: ReportEvidenceTable
  witness_reports: WitnessReportTable
  receipt_keys: ReceiptKeyTable
  witness_entries: WitnessEntryTable
  evidence_uploads: EvidenceUploadTable
  file_parts: FilePartTable
  purged_reports: PurgedReportTable
  purged_evidence: PurgedEvidenceTable
  report_writes: ReportWritesTable
  events: EventTable
  check_ins: CheckInTable
  attendees: AttendeeTable
  assemblies: AssemblyTable
  assembly_proxies: AssemblyProxyTable
  news: NewsTable
  claims: ClaimTable
  claim_entries: ClaimEntryTable
}
