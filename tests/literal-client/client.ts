/**
 * A client written from docs/spec alone: each function is one row of a table of calls there, and sends
 * what that row says and nothing else. It knows no tickets, no rotation of tokens, no reasons and no
 * second sign-in, and it imports nothing of the product.
 */

export interface Reply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a client without schemas reads what it expects
  readonly body: any
}

/** What was called, with the result, for the table of docs/spec/clients.md. */
export interface MadeCall {
  readonly method: string
  /** With `{…}` for what a call fills in. */
  readonly path: string
  readonly status: number
}

type Fields = Readonly<Record<string, unknown>>

interface Sent {
  readonly fill?: string | number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: FormData
  readonly signedIn?: boolean
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')
const method = (identifier: string): string => (identifier.includes('@') ? 'email' : 'phone')

/**
 * @param host of the API
 * @param network the address that a proxy in front of it would name
 * @param made gets each call
 */
export function literalClient(host: string, network: string, made: MadeCall[] = []) {
  /** The items of the local storage. */
  const stored = new Map<string, string>()

  async function call(verb: string, path: string, sent: Sent = {}): Promise<Reply> {
    const { fill, headers = {}, json, form, signedIn = false } = sent
    const response = await fetch(`${host}${path.replace(/\{\w+\}/, String(fill))}`, {
      method: verb,
      headers: {
        accept: 'application/json',
        'x-forwarded-for': network,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(signedIn && { authorization: `Bearer ${stored.get('accessToken') ?? ''}` }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: form }),
    })
    const text = await response.text()
    made.push({ method: verb, path, status: response.status })
    return {
      status: response.status,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
  }
  const files = (parts: Readonly<Record<string, Buffer>>): FormData => {
    const form = new FormData()
    for (const [name, bytes] of Object.entries(parts))
      form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
    return form
  }

  return {
    stored,
    // sign-in.md, 7
    async login(identifier: string, password: string): Promise<Reply> {
      const reply = await call('GET', '/api/auth/login', {
        headers: {
          authorization: `Basic ${base64(`${identifier.trim()}:${password.trim()}`)}`,
          'connection-method': method(identifier),
        },
      })
      if (reply.status === 200)
        for (const item of ['accessToken', 'refreshToken'])
          stored.set(item, String(reply.body[item]))
      return reply
    },
    async refresh(): Promise<Reply> {
      const reply = await call('GET', '/api/auth/refresh', {
        headers: { authorization: `Bearer ${stored.get('refreshToken') ?? ''}` },
      })
      if (reply.status === 200) stored.set('accessToken', String(reply.body.accessToken))
      return reply
    },
    validatePassword: (password: string, id: string) =>
      call('POST', '/api/user/validate/password', { json: { password, id }, signedIn: true }),
    sendReset: (identifier: string) =>
      call('GET', '/api/user/password/reset', {
        headers: { identifier, 'connection-method': method(identifier) },
      }),
    validateReset: (identifier: string, code: string) =>
      call('GET', '/api/user/password/validate', {
        headers: { identifier, 'connection-method': method(identifier), code },
      }),
    updatePassword: (userId: string, password: string) =>
      call('POST', '/api/user/password/update/{userId}', { fill: userId, json: { password } }),
    // registration.md, 8
    validateEmail: (email: string) => call('POST', '/api/user/email/validate', { json: { email } }),
    sendCode: (email: string) => call('POST', '/api/user/email/send', { json: { email } }),
    verifyCode: (email: string, code: string) =>
      call('POST', '/api/user/email/verify', { json: { email, code } }),
    uploadForRegistration: (photo: Buffer) =>
      call('POST', '/api/upload/files', {
        form: files({ reqIdProofFront: photo, reqIdProofBack: photo, reqProfile: photo }),
      }),
    register: (fields: Fields) => call('POST', '/api/user/register/create', { json: fields }),
    // members.md, 9
    members: () => call('GET', '/api/user/get/all', { signedIn: true }),
    updateMember: (id: string, fields: Fields) =>
      call('PUT', '/api/user/update/{id}', { fill: id, json: fields, signedIn: true }),
    deleteMember: (id: string) =>
      call('DELETE', '/api/user/delete/{id}', { fill: id, signedIn: true }),
    createMember: (fields: Fields) =>
      call('POST', '/api/user/createDTO', { json: fields, signedIn: true }),
    uploadOfStaff: (photo: Buffer) =>
      call('POST', '/api/upload/files', {
        form: files({ idProofFront: photo, idProofBack: photo, wldProfile: photo }),
        signedIn: true,
      }),
    signPhoto: (addresses: readonly string[]) =>
      call('POST', '/api/upload/signephoto', { json: addresses, signedIn: true }),
    signPhotos: (addresses: readonly string[] | Fields) =>
      call('POST', '/api/upload/signephotos', { json: addresses, signedIn: true }),
    // verification.md, 2
    search: (fields: Fields) => call('POST', '/api/user/search', { json: fields, signedIn: true }),
    // requests.md, 4
    requests: () => call('GET', '/api/user/register/get/all', { signedIn: true }),
    approve: (id: string, approverComment: string) =>
      call('PUT', '/api/user/register/update/{id}', {
        fill: id,
        json: { validated: true, status: 'active', isActive: true, approverComment },
        signedIn: true,
      }),
    reject: (id: string, approverComment: string) =>
      call('PUT', '/api/user/register/update/{id}', {
        fill: id,
        json: { status: 'rejected', isActive: false, approverComment },
        signedIn: true,
      }),
    deleteRequest: (id: string, approverComment: string) =>
      call('DELETE', '/api/user/register/delete/{id}', {
        fill: id,
        json: { approverComment },
        signedIn: true,
      }),
    // reports.md, 8 and evidence.md, 4
    reports: () => call('GET', '/api/report/get/all'),
    createReport: (fields: Fields) =>
      call('POST', '/api/report/create', { json: fields, signedIn: true }),
    updateReport: (id: number, fields: Fields) =>
      call('PUT', '/api/report/update/{id}', { fill: id, json: fields, signedIn: true }),
    deleteReport: (id: number) =>
      call('DELETE', '/api/report/delete/{id}', { fill: id, signedIn: true }),
    evidence: (id: number) => call('GET', '/api/report/evidence/get/report/{id}', { fill: id }),
    createEvidence: (fields: Fields) =>
      call('POST', '/api/report/evidence/create', { json: fields, signedIn: true }),
    deleteEvidence: (id: number) =>
      call('DELETE', '/api/report/evidence/delete/{id}', { fill: id, signedIn: true }),
    uploadEvidence: (file: Buffer) =>
      call('POST', '/api/upload/files', { form: files({ report1: file }), signedIn: true }),
    // claims.md, 2
    contact: (fields: Fields) =>
      call('POST', '/api/verification/email/contact/wld', { json: fields }),
  }
}
export type LiteralClient = ReturnType<typeof literalClient>
