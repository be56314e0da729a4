/**
 * Passwords that an attacker tries first: common ones, and those made of data about their owner.
 * The five criteria of the specification accept `Password1`.
 */
import { dictionary } from '@zxcvbn-ts/language-common'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import { isPatterned } from '#shared/domain/access/password-patterns.ts'
import { wordsWithin } from '#shared/domain/access/password-words.ts'
import { PASSWORD_MIN_LENGTH } from '#shared/domain/access/password.ts'

export interface PasswordOwner {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Of the card; unknown before there is one. */
  readonly number?: number
}

let common: ReadonlySet<string> | undefined
/**
 * 49,000 of them, in lower case; beside the server, because a browser would have to load 380 kB.
 * Made with the first use.
 */
const commonPasswords = (): ReadonlySet<string> =>
  (common ??= new Set(dictionary['passwords-common']))
/** Shorter names occur in many words. */
const WORD_MIN_LENGTH = 3
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function wordsOf({ firstName, lastName, email, number }: PasswordOwner): string[] {
  const local = email.slice(0, email.lastIndexOf('@'))
  const words = [firstName, lastName, local].flatMap((text) => plain(text).split(/[^a-z0-9]+/))
  return [...words, ...(number === undefined ? [] : [String(number)])]
    .filter((word) => word.length >= WORD_MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length)
}

/** Without the names of its owner, `AmnaIdris1` is only `1`. */
export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const text = password.toLowerCase()
  if (wordsWithin(password).some((word) => commonPasswords().has(word))) return true
  if (isPatterned(text)) return true
  const rest = wordsOf(owner).reduce((left, word) => left.replaceAll(word, ''), text)
  return rest.length < Math.min(PASSWORD_MIN_LENGTH, text.length)
}

export const GUESSABLE_PASSWORD: ProblemField = {
  path: 'body.password',
  code: 'guessable_password',
  message:
    'Password is not strong enough: it is a common one, or made of your name, e-mail or card number. Choose another',
}
