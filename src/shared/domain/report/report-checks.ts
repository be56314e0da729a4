/** What a reviewer checks before a decision on a report; stored with the decision. */
export const REPORT_CHECKS = ['accepted', 'civilians', 'evidence', 'placeAndDate', 'names'] as const
export type ReportCheck = (typeof REPORT_CHECKS)[number]

/** The checks that can be made: without evidence there is nothing that could show what the words say. */
export const checksOf = (hasEvidence: boolean): readonly ReportCheck[] =>
  hasEvidence ? REPORT_CHECKS : REPORT_CHECKS.filter((check) => check !== 'evidence')
