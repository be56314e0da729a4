/**
 * Rewrites Word documents from their parts. Macros and remote parts are refused, and the names of
 * authors are blanked, because a document must not reveal the reporter.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import type { CleanedDocument } from './cleaned-document.ts'
import { PIXELS_MAX } from '../pictures.ts'
import { sniff } from '../sniff.ts'
import { readZip, writeZip, type ZipEntry } from './zip.ts'

const BOUNDS = { entriesMax: 2_000, unpackedMaxBytes: 100 * 1024 * 1024 }
const RELATIONS_MAX_BYTES = 1024 * 1024
/** Other calls run between two slices of a long text. */
const SLICE_BYTES = 1024 * 1024

/** Macros, controls and embedded programs. */
const ACTIVE_PART = /(^|\/)(vbaProject|vbaData|activeX|oleObject)[^/]*(\/|$)|\/(activeX|macros)\//i
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

const EMPTY_PROPERTIES: Readonly<Record<string, string>> = {
  'docprops/core.xml':
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>',
  'docprops/app.xml':
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>',
  'docprops/custom.xml':
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>',
}
/** Attributes of comments, tracked changes and the list of people. */
const NAMING_ATTRIBUTE =
  /(\s[A-Za-z0-9_]{1,20}:(?:author|initials|userId|providerId))\s*=\s*(?:"[^"]{0,1000}"|'[^']{0,1000}')/g

const isXml = (name: string): boolean => /\.(xml|rels)$/i.test(name)
/** Document types and other encodings hide from the patterns below; Word writes neither. */
const isPlainXml = (bytes: Buffer): boolean =>
  !bytes.includes(0) && !bytes.includes('<!DOCTYPE') && !bytes.includes('<!ENTITY')

/**
 * Fetching a remote part reveals the reader to its owner, so only links that a reader clicks may
 * point to other hosts.
 */
function fetchesFromElsewhere(rels: string): boolean {
  return [...rels.matchAll(/<(?:[A-Za-z0-9_]{1,20}:)?Relationship\b[^<]*/g)].some(
    ([element]) =>
      element.includes('&#') ||
      (/TargetMode\s*=\s*["']\s*External/i.test(element) &&
        !/Type\s*=\s*["'][^"']*\/hyperlink["']/i.test(element)),
  )
}

/** Photos inside carry their own metadata, such as the place where they were taken. */
async function cleanMedia(bytes: Buffer): Promise<Buffer> {
  const sniffed = await sniff(bytes)
  if (sniffed.kind !== 'picture' || sniffed.format === 'gif' || sniffed.format === 'heif')
    return bytes
  const { exif, xmp, iptc } = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata()
  if (exif === undefined && xmp === undefined && iptc === undefined) return bytes
  return sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .toFormat(sniffed.format, { quality: 90 })
    .toBuffer()
}

/** Slices end before a tag, so that no attribute is split. */
async function blankNames(xml: Buffer): Promise<Buffer> {
  const slices: Buffer[] = []
  for (let at = 0; at < xml.length;) {
    const full = Math.min(at + SLICE_BYTES, xml.length)
    const opening = full < xml.length ? xml.lastIndexOf('<', full) : full
    const end = opening > at ? opening : full
    slices.push(Buffer.from(xml.toString('utf8', at, end).replace(NAMING_ATTRIBUTE, '$1=""')))
    at = end
    await nextTurn()
  }
  return Buffer.concat(slices)
}

async function cleanPart({ name, bytes }: ZipEntry): Promise<ZipEntry> {
  const empty = EMPTY_PROPERTIES[name.toLowerCase()]
  if (empty !== undefined)
    return {
      name,
      bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${empty}`),
    }
  if (isXml(name)) return { name, bytes: await blankNames(bytes) }
  return name.startsWith('word/media/') ? { name, bytes: await cleanMedia(bytes) } : { name, bytes }
}

export async function cleanDocx(archive: Buffer): Promise<CleanedDocument> {
  try {
    const parts = await readZip(archive, BOUNDS)
    const types = parts.find(({ name }) => name === '[Content_Types].xml')
    if (types === undefined || !types.bytes.includes(MAIN_TYPE))
      return { ok: false, fault: 'damaged' }
    if (!parts.every(({ name, bytes }) => !isXml(name) || isPlainXml(bytes)))
      return { ok: false, fault: 'damaged' }
    const relations = parts.filter(({ name }) => name.toLowerCase().endsWith('.rels'))
    if (relations.reduce((sum, { bytes }) => sum + bytes.length, 0) > RELATIONS_MAX_BYTES)
      return { ok: false, fault: 'damaged' }
    const hasRemoteParts = relations.some(({ bytes }) =>
      fetchesFromElsewhere(bytes.toString('utf8')),
    )
    if (
      hasRemoteParts ||
      types.bytes.includes('macroEnabled') ||
      parts.some(({ name }) => ACTIVE_PART.test(name))
    )
      return { ok: false, fault: 'active-content' }
    const cleaned: ZipEntry[] = []
    for (const part of parts) cleaned.push(await cleanPart(part))
    return { ok: true, bytes: await writeZip(cleaned) }
  } catch {
    return { ok: false, fault: 'damaged' } // every exception here is caused by invalid bytes
  }
}
