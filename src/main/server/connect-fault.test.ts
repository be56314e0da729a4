import { describe, expect, test } from 'vitest'
import { connectFault } from './connect-fault.ts'

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('what Chromium says', () => {
  test.each([
    ['ERR_NAME_NOT_RESOLVED', 'name'],
    ['ERR_CONNECTION_REFUSED', 'refused'],
    ['ERR_CONNECTION_RESET', 'refused'],
    ['ERR_INTERNET_DISCONNECTED', 'refused'],
    ['ERR_ADDRESS_UNREACHABLE', 'refused'],
    ['ERR_EMPTY_RESPONSE', 'refused'],
    ['ERR_TIMED_OUT', 'timeout'],
    ['ERR_CONNECTION_TIMED_OUT', 'timeout'],
    ['ERR_CERT_DATE_INVALID', 'certificate-date'],
    ['ERR_CERT_AUTHORITY_INVALID', 'certificate-issuer'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'certificate-name'],
    ['ERR_CERT_REVOKED', 'certificate'],
    ['ERR_CERT_WEAK_KEY', 'certificate'],
    ['ERR_SSL_PROTOCOL_ERROR', 'certificate'],
    ['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'certificate'],
    ['ERR_BAD_SSL_CLIENT_AUTH_CERT', 'certificate'],
    ['ERR_PROXY_CONNECTION_FAILED', 'proxy'],
    ['ERR_PROXY_AUTH_UNSUPPORTED', 'proxy'],
    ['ERR_PROXY_CERTIFICATE_INVALID', 'proxy'],
    ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
    ['ERR_SOCKS_CONNECTION_FAILED', 'proxy'],
    ['ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'proxy'],
    ['ERR_PAC_SCRIPT_FAILED', 'proxy'],
    ['ERR_UNSAFE_PORT', 'address'],
    ['ERR_INVALID_HTTP_RESPONSE', 'not-ours'],
    ['ERR_SOMETHING_NEW', 'refused'],
  ] as const)('net::%s: %s', (code, fault) =>
    expect(connectFault(new Error(`net::${code}`))).toEqual({ fault, cause: code }),
  )
})

describe('what Node says, however deep', () => {
  test.each([
    ['ENOTFOUND', 'name'],
    ['EAI_AGAIN', 'name'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'refused'],
    ['ECONNRESET', 'refused'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['CERT_HAS_EXPIRED', 'certificate-date'],
    ['CERT_NOT_YET_VALID', 'certificate-date'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-issuer'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-issuer'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-issuer'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-issuer'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
    ['CERT_REVOKED', 'certificate'],
    ['EPROTO', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
    ['HPE_INVALID_CONSTANT', 'not-ours'],
  ] as const)('%s: %s', (code, fault) =>
    expect(
      connectFault(
        new TypeError('fetch failed', { cause: new Error('x', { cause: withCode(code) }) }),
      ),
    ).toEqual({ fault, cause: code }),
  )
  test('a name with two addresses fails twice', () =>
    expect(
      connectFault(
        new TypeError('fetch failed', {
          cause: new AggregateError([withCode('ECONNREFUSED'), withCode('ETIMEDOUT')]),
        }),
      ),
    ).toMatchObject({ fault: 'timeout' }))
})

test.each([
  [new Error("Attempted to redirect, but redirect policy was 'error'"), 'redirect'],
  [new TypeError('fetch failed', { cause: new Error('unexpected redirect') }), 'redirect'],
  [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'timeout'],
  [new TypeError('fetch failed', { cause: new Error('bad port') }), 'address'],
  [new Error('anything'), 'refused'],
  ['a text', 'refused'],
  [undefined, 'refused'],
  [withCode(7 as never), 'refused'],
] as const)('%s: %s', (error, fault) => expect(connectFault(error)).toMatchObject({ fault }))

test('an error that is its own cause does not hang', () => {
  const error = new Error('round')
  error.cause = error
  expect(connectFault(error)).toMatchObject({ fault: 'refused' })
})
