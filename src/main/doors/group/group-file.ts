/** The lines of the group's file: who this door is, the records, and where other doors were seen. */
import * as z from 'zod'
import { readJson } from '#shared/read-json.ts'
import type { SeenAt } from './address.ts'
import { exportDoorKey, importDoorKey, type DoorKey } from './door-key.ts'
import { SignedRecord } from './records.ts'

const GroupLine = z.union([
  z.tuple([
    z.literal('group'),
    z.strictObject({
      group: z.string(),
      groupKey: z.string(),
      key: z.string(),
      eventId: z.string(),
      name: z.string(),
    }),
  ]),
  z.tuple([z.literal('record'), SignedRecord]),
  z.tuple([z.literal('seen'), z.string(), z.string(), z.int()]),
  z.tuple([z.literal('port'), z.int()]),
  z.tuple([z.literal('let-in'), z.string()]),
])

export interface Identity {
  readonly group: string
  /** base64, 32 bytes: what the doors of this group announce themselves with. */
  readonly groupKey: string
  readonly key: DoorKey
  readonly eventId: string
  /** The key of this door. */
  readonly name: string
}
export interface KeptGroup {
  readonly identity: Identity | undefined
  readonly records: readonly SignedRecord[]
  /** Doors that staff of this one let in. */
  readonly letIn: readonly string[]
  readonly seenAt: readonly SeenAt[]
  /** Where this door listened: the others look for it there. */
  readonly port: number | undefined
}

export const groupLine = ({ key, ...identity }: Identity): string =>
  JSON.stringify(['group', { ...identity, key: exportDoorKey(key) }])
export const recordLine = (record: SignedRecord): string => JSON.stringify(['record', record])
export const letInLine = (door: string): string => JSON.stringify(['let-in', door])
export const portLine = (port: number): string => JSON.stringify(['port', port])
export const seenLine = ({ door, host, port }: SeenAt): string =>
  JSON.stringify(['seen', door, host, port])

export function readGroup(texts: readonly string[]): KeptGroup {
  let identity: Identity | undefined
  const records: SignedRecord[] = []
  const letIn: string[] = []
  const seenAt: SeenAt[] = []
  let port: number | undefined
  for (const line of texts.map((text) => readJson(GroupLine, text))) {
    if (line?.[0] === 'group') identity = { ...line[1], key: importDoorKey(line[1].key) }
    if (line?.[0] === 'record') records.push(line[1])
    if (line?.[0] === 'seen') seenAt.push({ door: line[1], host: line[2], port: line[3] })
    if (line?.[0] === 'let-in') letIn.push(line[1])
    if (line?.[0] === 'port') port = line[1]
  }
  return { identity, records, letIn, seenAt, port }
}
