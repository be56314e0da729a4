/** RFC 8037, appendix A, and RFC 8032, section 7.1: keys and signatures that no code of ours made. */
import { expect, test } from 'vitest'
import { readCardKeys } from './card-keys.ts'

/** The key of RFC 8037, which is that of the first test of RFC 8032. */
const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const JWS = {
  text: 'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc',
  signature:
    'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
}
const check = (text: string, signature: string) =>
  readCardKeys([{ kid: 'rfc', x: X }])?.check('rfc', text, signature)

test('the signature of RFC 8037 is good, for its text alone', () => {
  expect(check(JWS.text, JWS.signature)).toBe('good')
  expect(check(`${JWS.text}.`, JWS.signature)).toBe('bad')
})

test('the signature of an empty text of RFC 8032 is good', () =>
  expect(
    check(
      '',
      Buffer.from(
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
        'hex',
      ).toString('base64url'),
    ),
  ).toBe('good'))

/** The order of the group (RFC 8032, section 5.1): S and S + L are the same number to who does not compare it. */
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n

test('a second spelling of the same signature is bad: its number is not below the order of the group', () => {
  const bytes = Buffer.from(JWS.signature, 'base64url')
  const number = BigInt(`0x${Buffer.from(bytes.subarray(32).toReversed()).toString('hex')}`) + L
  const other = Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toReversed()
  const spelled = Buffer.concat([bytes.subarray(0, 32), other]).toString('base64url')
  expect(check(JWS.text, spelled)).toBe('bad')
})

test('a second spelling in base64url is bad', () => {
  expect(check(JWS.text, JWS.signature.replace(/g$/, 'h'))).toBe('bad')
  expect(check(JWS.text, `${JWS.signature}==`)).toBe('bad')
})
