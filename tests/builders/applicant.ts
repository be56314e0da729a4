/** Applicants for tests: a proven address, three uploaded photos and the form. Everything can be overridden. */
import { createHash, randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps/deps.ts'
import { createApiClient, type ApiClient } from '#shared/contract/base/client.ts'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import { sendEmailCode, verifyEmailCode } from '#shared/contract/email-code.ts'
import { createRegistration } from '#shared/contract/registration.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { lastCode } from '#tests/support/mailbox.ts'

let lastApplicant = 0
export const newAddress = (): string => `applicant.${(lastApplicant += 1)}@test.example`
export const newPhone = (): string => `+3361200${String((lastApplicant += 1)).padStart(4, '0')}`

let lastNetwork = 0
/** A client on a network of its own, so that quotas of one test do not affect another. */
export function clientOnOwnNetwork(
  server: ApiServer,
  headers: Readonly<Record<string, string>> = {},
): ApiClient {
  lastNetwork += 1
  const address = `10.${7 + Math.floor(lastNetwork / 250)}.${lastNetwork % 250}.1` // also a /24 of its own
  return createApiClient({
    fetch,
    baseUrl: server.url,
    headers: () => ({ 'x-forwarded-for': address, ...headers }),
  })
}

/** Requests and verifies a code; returns the ticket. */
export async function proveAddress(
  server: ApiServer,
  email: string,
  client = clientOnOwnNetwork(server),
): Promise<string> {
  const sent = await client.call(sendEmailCode, { headers: {}, body: { email } })
  if (!sent.ok) throw new Error(`send failed: ${JSON.stringify(sent.problem)}`)
  const verified = await client.call(verifyEmailCode, {
    body: { email, code: await lastCode(server.deps, email) },
  })
  if (!verified.ok || verified.value.ticket === undefined) throw new Error('the code was refused')
  return verified.value.ticket
}

export const ticketId = (ticket: string): string =>
  createHash('sha256').update(ticket).digest('base64url')

/** A row as an upload with this ticket writes it. */
export async function uploadWith(deps: Deps, ticket: string, purpose: string): Promise<string> {
  const id = randomUUID()
  await deps.database.db
    .insertInto('files')
    .values({
      id,
      purpose,
      owner_id: null,
      ticket_id: ticketId(ticket),
      attached_at: null,
      media_type: 'image/jpeg',
      size_bytes: 1,
      sha256: '0'.repeat(64),
      original_name: 'photo.jpg',
      created_at: deps.clock.now().toISOString(),
    })
    .execute()
  return `/api/files/${id}`
}

export async function uploadPhotos(deps: Deps, ticket: string) {
  return {
    idProofPhotoFront: await uploadWith(deps, ticket, 'reqIdProofFront'),
    idProofPhotoBack: await uploadWith(deps, ticket, 'reqIdProofBack'),
    wldCardPhoto: await uploadWith(deps, ticket, 'reqProfile'),
  }
}

export type RegistrationForm = CallArguments<typeof createRegistration>['body']

/** The payload of the specification, as a client sends it. */
export const formOf = (
  email: string,
  photos: Awaited<ReturnType<typeof uploadPhotos>>,
  wish: object = {},
) => ({
  firstName: 'آمنة',
  lastName: 'Idris',
  email,
  password: 'Long-Enough1',
  phone: newPhone(),
  isActive: false,
  status: 'inactive',
  tribe: 'Test tribe',
  currentCountry: 'France',
  currentCity: 'Lyon',
  currentVillage: 'Lyon',
  birthDate: '1990-04-12',
  birthCountry: 'Sudan',
  birthCity: 'Omdurman',
  birthVillage: 'Omdurman',
  maritalStatus: 'Married',
  numberOfKids: 2,
  occupation: 'Engineer',
  sex: 'f',
  mothersFirstName: 'Zeinab',
  mothersLastName: 'Musa',
  approverComment: '',
  recommendedBy: 'ELDER-7',
  connectionMethod: 'email',
  nationalities: ['Sudan', 'France'],
  comments: '',
  role: 'ROLE_USER',
  ...photos,
  ...wish,
})

export interface Applicant {
  readonly email: string
  readonly ticket: string
  readonly client: ApiClient
  readonly form: ReturnType<typeof formOf>
  /** Sends the form; `wish` replaces its fields. */
  apply(wish?: object): ReturnType<typeof sendForm>
}

const sendForm = (client: ApiClient, ticket: string, body: object) =>
  client.call(
    createRegistration,
    { headers: {}, body: body as RegistrationForm },
    { bearer: ticket },
  ) // tests send wrong forms too

export async function buildApplicant(server: ApiServer, email = newAddress()): Promise<Applicant> {
  const client = clientOnOwnNetwork(server)
  const ticket = await proveAddress(server, email, client)
  const photos = await uploadPhotos(server.deps, ticket)
  const form = formOf(email, photos)
  return {
    email,
    ticket,
    client,
    form,
    apply: (wish = {}) => sendForm(client, ticket, { ...form, ...wish }),
  }
}
