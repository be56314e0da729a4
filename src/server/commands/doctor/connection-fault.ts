/** Why a connection was not made, in words for the operator. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to that machine',
  ENETUNREACH: 'this machine has no network',
  ENOTFOUND: 'there is no machine with that name',
  EAI_AGAIN: 'the name could not be looked up: this machine reaches no DNS server',
  ETIMEDOUT: 'there was no reply in time',
  TimeoutError: 'there was no reply in time',
  UND_ERR_CONNECT_TIMEOUT: 'there was no reply in time',
  EAUTH: 'the user or the password is refused',
  CERT_HAS_EXPIRED: 'its certificate has ended',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: compare the clocks',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed, so it proves nothing',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate comes from an authority that this machine does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without the one that issued it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority that this machine does not trust',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it uses another protocol: compare https and http, smtps and smtp',
  'wrong version number': 'it uses another protocol: compare https and http, smtps and smtp',
}

/**
 * The first cause that is known, or its message. `fetch` wraps the cause, and the mail client puts a code of its own
 * (ESOCKET, EDNS) in front of the system's, which is then in the message alone.
 */
export function connectionFault(error: unknown): string {
  const causes: Error[] = []
  for (let at = error; at instanceof Error; at = at.cause) causes.push(at)
  for (const cause of causes) {
    const { code } = cause as { readonly code?: unknown } // Node.js puts it on its errors
    const said = [code, cause.name, cause.message].join(' ')
    const known = Object.keys(WORDS).find((name) => said.includes(name))
    if (known !== undefined) return WORDS[known] ?? ''
  }
  return causes.at(-1)?.message ?? String(error)
}
