/** What a reviewer compares before a decision on a registration request; stored with the decision. */
export const REQUEST_CHECKS = ['name', 'birthDate', 'readable', 'notExpired', 'portrait'] as const
export type RequestCheck = (typeof REQUEST_CHECKS)[number]
