/** Programs of others that judge what our own code wrote. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY_FOLDER } from './memory-folder.ts'
import type { PdfJudge } from './hostile-pdf.ts'

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** @returns what the program printed, on both channels, with its exit code */
export function ask(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'latin1',
    maxBuffer: OUTPUT_MAX_BYTES,
  })
  return { status, said: `${stdout}${stderr}` }
}

/** Those of `commands` that are missing on this machine. */
export const missingTools = (commands: readonly string[]): string[] =>
  commands.filter((command) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)

/** Keeps files for the tools in a folder of its own until `remove`. */
export function createDesk() {
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'wld-judge-'))
  let number = 0
  return {
    lay(bytes: Uint8Array, ending: string): string {
      number += 1
      const path = join(folder, `${number}.${ending}`)
      writeFileSync(path, bytes)
      return path
    },
    /** All bytes of the files whose names begin so. */
    collect: (prefix: string): string =>
      readdirSync(folder)
        .filter((name) => join(folder, name).startsWith(prefix))
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join('\n'),
    remove: (): void => rmSync(folder, { recursive: true }),
  }
}
export type Desk = ReturnType<typeof createDesk>

export const PDF_TOOLS = [
  'qpdf',
  'pdfinfo',
  'pdfdetach',
  'pdfimages',
  'pdftotext',
  'pdftoppm',
  'grep',
  'unzip',
]

/** What is shown in the table of results. */
export const JUDGE_NAMES: Readonly<Record<PdfJudge, string>> = {
  scripts: 'pdfinfo -js',
  links: 'pdfinfo -url',
  metadata: 'pdfinfo -meta',
  facts: 'pdfinfo',
  structure: 'pdfinfo -struct-text',
  attachments: 'pdfdetach -list',
  pictures: 'pdfimages -all',
  objects: 'qpdf --qdf',
  bytes: 'grep',
  archive: 'unzip -l',
}

export const PDF_JUDGES: Readonly<Record<PdfJudge, (path: string, desk: Desk) => string>> = {
  scripts: (path) => ask('pdfinfo', ['-js', path]).said,
  links: (path) => ask('pdfinfo', ['-url', path]).said,
  metadata: (path) => ask('pdfinfo', ['-meta', path]).said,
  facts: (path) => ask('pdfinfo', [path]).said,
  structure: (path) => ask('pdfinfo', ['-struct-text', path]).said,
  attachments: (path) => ask('pdfdetach', ['-list', path]).said,
  pictures: (path, desk) => {
    ask('pdfimages', ['-all', path, `${path}-picture`])
    return desk.collect(`${path}-picture`)
  },
  objects: (path) =>
    ask('qpdf', ['--qdf', '--object-streams=disable', '--decode-level=all', path, '-']).said,
  bytes: (path) => ask('grep', ['-a', '-o', '-E', String.raw`Trace-4711|/ID \[`, path]).said,
  archive: (path) => ask('unzip', ['-l', path]).said,
}

export const DOCX_TOOLS = ['python3', 'unzip']

/** Python itself: `python3` can be a script that looks for it, which takes ten times as long to start. */
let python: string | undefined

/** One fact a line, as the libraries of Python read the document. */
export function judgeDocx(path: string): string {
  python ??= ask('python3', ['-c', 'import sys; print(sys.executable)']).said.trim()
  return ask(python, [join(import.meta.dirname, 'judge-docx.py'), path]).said
}
