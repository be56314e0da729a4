import { DOCUMENT_SIDES } from '#shared/contract/documents.ts'
import type { signPhoto as oneRoute, signPhotos as manyRoute } from '#shared/contract/uploads.ts'
import { memberActor } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { visibleFiles, type VisibleFile } from '../files/visible-files.ts'
import { readAddress, replaceTexts, textsIn, type FileAddress } from './address-shape.ts'

const FILES_AT_ONCE_MAX = 200

/** One line for each person whose documents are looked at. */
async function recordLooks(
  { audit }: Deps,
  caller: Caller,
  requestId: string,
  files: Iterable<VisibleFile>,
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
        role: caller.role,
      },
      requestId,
    })
}

type Input = Parameters<Handler<typeof oneRoute>>[0]

/** A plain list answers a map, `{user: …}` answers its own shape. */
async function answer({ body, caller, facts }: Input, deps: Deps) {
  const { library, database, config } = deps
  const given = Array.isArray(body) ? body : body.user
  const addresses = new Map<string, FileAddress>()
  for (const text of textsIn(given)) {
    const address = readAddress(text, config.publicUrl)
    if (address !== undefined) addresses.set(text, address)
  }
  const ids = [...new Set([...addresses.values()].map(({ id }) => id))]
  if (ids.length > FILES_AT_ONCE_MAX)
    return refuse('invalid', {
      fields: [
        { path: 'body', code: 'too_big', message: `At most ${FILES_AT_ONCE_MAX} files at once` },
      ],
    })
  const visible = await visibleFiles(database.db, caller, ids)
  await recordLooks(deps, caller, facts.requestId, visible.values())
  const sign = (text: string): string | undefined => {
    const address = addresses.get(text)
    const file = address === undefined ? undefined : visible.get(address.id)
    if (address === undefined || file === undefined) return undefined
    const variant = file.variants.find((held) => held === address.variant) ?? file.variants[0]
    return library.sign(address.id, variant, file.viewer)
  }
  if (!Array.isArray(body)) return done({ user: replaceTexts(given, sign) })
  return done(
    Object.fromEntries(
      [...addresses.keys()].flatMap((text) => {
        const signed = sign(text)
        return signed === undefined ? [] : [[text, signed]]
      }),
    ),
  )
}

export const signPhoto: Handler<typeof oneRoute> = answer
export const signPhotos: Handler<typeof manyRoute> = answer
