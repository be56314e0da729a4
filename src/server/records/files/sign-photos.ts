import { DOCUMENT_SIDES } from '#shared/contract/documents.ts'
import { FILE_VARIANTS, type FileVariant } from '#shared/contract/files.ts'
import type * as contract from '#shared/contract/uploads.ts'
import { letterOf } from '#shared/domain/people/roles.ts'
import { done, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { visibleFiles, type VisibleFile } from './visible-files.ts'

/**
 * Finds addresses of our files in a client's value, and builds the same shape with other values in
 * their place.
 */
interface FileAddress {
  readonly id: string
  /** The copy that a signed address names. */
  readonly variant: FileVariant | undefined
}

/** A person with lists of pictures has depth two; a greater depth is an attack on the stack. */
const DEPTH_MAX = 4
const ADDRESS =
  /^\/api\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?(.{0,1000}))?$/

/** Relative, or on our own origin; signed or not. Undefined for anything else. */
function readAddress(text: string, publicUrl: string): FileAddress | undefined {
  const match = ADDRESS.exec(text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length) : text)
  if (match?.[1] === undefined) return undefined
  const named = new URLSearchParams(match[2] ?? '').get('variant')
  return { id: match[1], variant: FILE_VARIANTS.find((variant) => variant === named) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (depth >= DEPTH_MAX || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1))
}

/**
 * The same lists and fields with each text replaced; texts that `replace` does not know are left
 * out.
 */
function replaceTexts(
  value: unknown,
  replace: (text: string) => string | undefined,
  depth = 0,
): unknown {
  if (typeof value === 'string') return replace(value)
  if (depth >= DEPTH_MAX) return undefined
  if (Array.isArray(value))
    return value
      .map((inner) => replaceTexts(inner, replace, depth + 1))
      .filter((inner) => inner !== undefined)
  if (!isObject(value)) return undefined
  const kept = Object.entries(value).flatMap(([field, inner]) => {
    const replaced = replaceTexts(inner, replace, depth + 1)
    return replaced === undefined ? [] : [[field, replaced] as const]
  })
  return kept.length === 0 && depth > 0 ? undefined : Object.fromEntries(kept)
}

const FILES_AT_ONCE_MAX = 200

/** One audit row for each person whose documents are viewed, and for each signed paper. */
async function recordLooks(
  { audit }: Deps,
  caller: Caller,
  requestId: string,
  files: readonly VisibleFile[],
): Promise<void> {
  const looks = new Map<number, Set<string>>()
  for (const { documentOf, side } of files)
    if (documentOf !== undefined && side !== undefined)
      looks.set(documentOf, (looks.get(documentOf) ?? new Set()).add(side))
  for (const [memberId, sides] of looks)
    await audit.write({
      actor: memberActor(caller.memberId),
      action: 'document.viewed',
      target: memberActor(memberId),
      detail: {
        documents: sides.size,
        which: DOCUMENT_SIDES.filter((side) => sides.has(side)).join(' '),
        role: letterOf(caller.role),
      },
      requestId,
    })
  for (const { voice } of files)
    if (voice !== undefined)
      await audit.write({
        actor: memberActor(caller.memberId),
        action: 'assembly.paper-viewed',
        target: `${memberActor(voice.giver)} ${memberActor(voice.holder)}`, // both are named on it
        detail: { event: voice.event, role: letterOf(caller.role) },
        requestId,
      })
}

/**
 * Signs the files among `texts` that the caller may see. A signed address of an identity document or a
 * signed paper counts as a look, and is recorded. @returns undefined for too many files
 */
export async function signVisible(
  deps: Deps,
  caller: Caller,
  requestId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const { library, database, config } = deps
  const addresses = new Map<string, FileAddress>()
  for (const text of texts) {
    const address = readAddress(text, config.publicUrl)
    if (address !== undefined) addresses.set(text, address)
  }
  const ids = [...new Set([...addresses.values()].map(({ id }) => id))]
  if (ids.length > FILES_AT_ONCE_MAX) return undefined
  const visible = await visibleFiles(database.db, caller, ids)
  await recordLooks(deps, caller, requestId, [...visible.values()])
  return new Map(
    [...addresses].flatMap(([text, { id, variant: named }]) => {
      const file = visible.get(id)
      if (file === undefined) return []
      const variant = file.variants.find((held) => held === named) ?? file.variants[0]
      return [[text, library.sign(id, variant, file.viewer)]]
    }),
  )
}

type Input = Parameters<Handler<typeof contract.signPhoto>>[0]

/** For a plain list the reply is a map, for `{user: …}` its own shape. */
async function reply({ body, caller, facts }: Input, deps: Deps) {
  const given = Array.isArray(body) ? body : body.user
  const signed = await signVisible(deps, caller, facts.requestId, textsIn(given))
  if (signed === undefined)
    return refuseField('body', 'too_big', `At most ${FILES_AT_ONCE_MAX} files at once`)
  return done(
    Array.isArray(body)
      ? Object.fromEntries(signed)
      : { user: replaceTexts(given, (text) => signed.get(text)) },
  )
}

export const signPhoto: Handler<typeof contract.signPhoto> = reply
export const signPhotos: Handler<typeof contract.signPhotos> = reply
