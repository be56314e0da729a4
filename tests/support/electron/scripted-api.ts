/**
 * A small API with fixed replies, for the behaviour of the app itself. It is stateful where the app is: a refresh token
 * is replaced on use and an access token can expire. It records every call.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodySha256: string
  readonly bodyLength: number
}

export const MEMBER = {
  identifier: 'amna@example.org',
  password: 'Secret1!ب',
  id: 'WLD_10004217',
  name: 'Amna Idris',
}
/** Not a real picture: every byte value occurs, so that a conversion to text would show. */
export const PICTURE = Buffer.from(Array.from({ length: 4_096 }, (_, index) => index % 256))
export const PICTURE_PATH =
  '/api/files/0b54f8b2-5f3c-4d0e-9b43-8c8f3f6f7d10?variant=card&viewer=0b54f8b2-5f3c-4d0e-9b43-8c8f3f6f7d10&expires=1&signature=s'

/** Not a real film: longer than one read of a player. */
export const FILM = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256))
export const FILM_PATH = PICTURE_PATH.replace('variant=card', 'variant=video')

export class ScriptedApi {
  readonly calls: Call[] = []
  /** Every token that was ever issued. */
  readonly tokens: string[] = []
  /** The server refuses the session from now on. */
  revoked = false
  /** Redirects every caller, as a captive portal does. */
  redirectTo: string | undefined
  readonly #server: Server
  #access: string | undefined
  #refresh: string | undefined
  #port = 0
  #isAway = false

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.on('connection', (socket) => this.#isAway && socket.destroy())
  }
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }
  async start(): Promise<void> {
    this.#isAway = false
    if (this.#server.listening) return
    await new Promise<void>((resolve) => void this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port // a TCP address after listening
  }
  /** Closes all connections. The port stays in use, because another program might take it before the next start. */
  stop(): void {
    this.#isAway = true
    this.#server.closeAllConnections()
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => void this.#server.close(resolve))
  }
  /** Expires the access token: the next call gets 401. */
  expireAccess(): void {
    this.#access = undefined
  }
  refreshToken(): string | undefined {
    return this.#refresh
  }
  callsTo(path: string): Call[] {
    return this.calls.filter(({ url }) => url.split('?')[0] === path)
  }

  #issue(): { accessToken: string; refreshToken: string } {
    const [accessToken, refreshToken] = [
      `access-${randomUUID()}`,
      `refresh-${randomBytes(32).toString('base64url')}`,
    ]
    this.tokens.push(accessToken, refreshToken)
    this.#access = accessToken
    this.#refresh = refreshToken
    return { accessToken, refreshToken }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set: buffers
    const body = Buffer.concat(chunks)
    const { method = '', url = '' } = request
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    this.calls.push({
      method,
      url,
      headers,
      bodySha256: createHash('sha256').update(body).digest('hex'),
      bodyLength: body.length,
    })
    const json = (status: number, value: unknown): void =>
      void response
        .writeHead(status, {
          'content-type': 'application/json',
          'set-cookie': 'tracking=1',
          'x-powered-by': 'secret',
          'x-request-id': 'r-1',
        })
        .end(JSON.stringify(value))
    if (this.redirectTo !== undefined) {
      response.writeHead(302, { location: this.redirectTo }).end()
      return
    }
    const bearer = headers['authorization']?.replace(/^Bearer /, '')
    const path = url.split('?')[0]
    if (path === '/api/auth/login') this.#login(headers['authorization'], json)
    else if (path === '/api/auth/refresh') this.#renew(bearer, json)
    else if (path === '/healthz') json(200, { status: 'ok', version: '0.0.0' })
    else if (path === '/api/about') json(200, { demo: null })
    else if (path === '/api/card/keys') json(200, { keys: [] })
    else if (url === FILM_PATH) answerFilm(response, headers['range'])
    else if (path?.startsWith('/api/files/'))
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(PICTURE)
    else if (this.revoked || this.#access === undefined || bearer !== this.#access)
      json(401, problem('not-signed-in', 401))
    else if (path === '/api/auth/logout') {
      this.#access = undefined
      this.#refresh = undefined
      json(200, {})
    } else if (path === '/api/card/verify') json(200, { length: body.length })
    else if (path === '/api/card/me') json(200, CARD)
    else json(404, problem('not-found', 404))
  }

  #login(authorization: string | undefined, json: (status: number, value: unknown) => void): void {
    const good = `Basic ${Buffer.from(`${MEMBER.identifier}:${MEMBER.password}`).toString('base64')}`
    if (authorization !== good)
      return json(401, { valid: false, ...problem('invalid-credentials', 401) })
    this.revoked = false
    json(200, { valid: true, user: USER, ...this.#issue() })
  }
  #renew(bearer: string | undefined, json: (status: number, value: unknown) => void): void {
    if (this.revoked || bearer === undefined || bearer !== this.#refresh)
      return json(401, problem('session-ended', 401))
    json(200, this.#issue())
  }
}

/** As the server does: a part for a range request, else the whole file. */
function answerFilm(response: ServerResponse, range: string | undefined): void {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const usual = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' }
  if (first === undefined)
    return void response.writeHead(200, { ...usual, 'content-length': FILM.length }).end(FILM)
  const part = FILM.subarray(
    Number(first),
    last === undefined || last === '' ? FILM.length : Number(last) + 1,
  )
  response
    .writeHead(206, {
      ...usual,
      'content-length': part.length,
      'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${FILM.length}`,
    })
    .end(part)
}

const problem = (code: string, status: number) => ({
  type: 'about:blank',
  title: code,
  status,
  code,
  message: code,
  fields: [],
  requestId: 'r-1',
})

const USER = {
  id: MEMBER.id,
  cardId: MEMBER.id,
  email: MEMBER.identifier,
  phone: '+33600000000',
  firstName: 'Amna',
  lastName: 'Idris',
  role: { id: 'ROLE_MODERATOR' },
  status: 'active',
  isActive: true,
  validated: true,
  tribe: 'T',
  currentCountry: 'France',
  currentCity: 'Paris',
  currentVillage: '',
  birthDate: '1990-04-12',
  birthCountry: 'Sudan',
  birthCity: 'Nyala',
  birthVillage: '',
  maritalStatus: 'Single',
  numberOfKids: 0,
  occupation: 'Doctor',
  sex: 'f',
  mothersFirstName: 'M',
  mothersLastName: 'N',
  nationalities: ['Sudan'],
  language: 'en',
  createdAt: '2026-01-01T00:00:00.000Z',
  wldCardPhoto: null,
}
const CARD = {
  payload: '10004217|Amna Idris|1990-04-12',
  cardId: MEMBER.id,
  firstName: 'Amna',
  name: MEMBER.name,
  dob: '1990-04-12',
  birthPlace: 'Nyala',
  nationalities: ['SD'],
  currentCountry: 'FR',
  profession: 'Doctor',
  sex: 'f',
  role: { id: 'ROLE_MODERATOR' },
  photoUrl: null,
  memberSince: '2026-01-01T00:00:00.000Z',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2028-01-01T00:00:00.000Z',
}
