/** Password strength: one point for each of five criteria (docs/spec/sign-in.md, 5); four are enough. */
export const PASSWORD_MIN_LENGTH = 8
const PASSWORD_MIN_SCORE = 4
/** argon2id reads any length; the limit keeps a request small. */
export const PASSWORD_MAX_LENGTH = 128

/** The five criteria in the order in which the form shows them. */
export const PASSWORD_CRITERIA = ['length', 'uppercase', 'lowercase', 'digit', 'symbol'] as const
export type PasswordCriterion = (typeof PASSWORD_CRITERIA)[number]

const MEETS = {
  length: (password) => password.length >= PASSWORD_MIN_LENGTH,
  uppercase: (password) => /[A-Z]/.test(password),
  lowercase: (password) => /[a-z]/.test(password),
  digit: (password) => /[0-9]/.test(password),
  symbol: (password) => /[^A-Za-z0-9]/.test(password),
} as const satisfies Record<PasswordCriterion, (password: string) => boolean>

export const meetsCriterion = (password: string, criterion: PasswordCriterion): boolean =>
  MEETS[criterion](password)

export const passwordScore = (password: string): number =>
  PASSWORD_CRITERIA.filter((criterion) => meetsCriterion(password, criterion)).length

/** Only English letters, digits and symbols: a password must be typable on a borrowed keyboard (docs/spec/sign-in.md, 5). */
export const isPasswordAlphabet = (password: string): boolean => /^[\x21-\x7e]*$/.test(password)

/** At least eight characters, and four of the five points (docs/spec/sign-in.md, 5: both are minima). */
export const isStrongPassword = (password: string): boolean =>
  password.length >= PASSWORD_MIN_LENGTH && passwordScore(password) >= PASSWORD_MIN_SCORE
