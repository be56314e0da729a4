/** What a reviewer checks before a decision on a report; stored with the decision. */
export const REPORT_CHECKS = ['accepted', 'civilians', 'evidence', 'placeAndDate', 'names'] as const
export type ReportCheck = (typeof REPORT_CHECKS)[number]
