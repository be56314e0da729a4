import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { idDocumentSvg, renderIdDocument } from './documents.ts'
import { evidenceImage, evidencePdf, evidenceSvg } from './evidence.ts'
import { drawable, lettering, letteringWidth } from '../parts/files/lettering.ts'
import { demoMembers } from './people.ts'
import { portraitSvg, renderPortrait } from './portrait/portrait.ts'

const members = demoMembers(new Date('2026-11-21T09:30:00.000Z'))
const [somebody = members[0]] = members.slice(4)
if (somebody === undefined) throw new Error('demoMembers() is empty')

/** Compares pictures without text, because fonts differ between machines. */
const selfContained = (svg: string): void => {
  expect(svg).not.toMatch(/<text|<image|href|NaN|undefined|Infinity/)
}

describe('portraits', () => {
  it('are the same for the same seed and different for all members', () => {
    const drawings = members.map(({ portraitSeed }) => portraitSvg(portraitSeed))
    expect(drawings).toEqual(members.map(({ portraitSeed }) => portraitSvg(portraitSeed)))
    expect(new Set(drawings).size).toBe(members.length)
    drawings.forEach(selfContained)
  })

  it('are JPEGs of 480 x 600, or of the width that is asked for', async () => {
    expect(await sharp(await renderPortrait(somebody.portraitSeed)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 480,
      height: 600,
    })
    expect(await sharp(await renderPortrait(somebody.portraitSeed, 96)).metadata()).toMatchObject({
      width: 96,
      height: 120,
    })
  })
})

describe('identity documents', () => {
  it('has two sides that differ, the same each time', async () => {
    for (const member of members)
      selfContained(idDocumentSvg(member, 'front') + idDocumentSvg(member, 'back'))
    expect(idDocumentSvg(somebody, 'front')).toBe(idDocumentSvg(somebody, 'front'))
    expect(idDocumentSvg(somebody, 'front')).not.toBe(idDocumentSvg(somebody, 'back'))
    expect(await sharp(await renderIdDocument(somebody, 'front')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 856,
      height: 540,
    })
  })

  it('bears the word SPECIMEN on both sides', () => {
    const word = /rotate\(-24 428 270\)/
    expect(idDocumentSvg(somebody, 'front')).toMatch(word)
    expect(idDocumentSvg(somebody, 'back')).toMatch(word)
  })
})

describe('evidence', () => {
  it('draws each scene, always the same for a seed', async () => {
    for (const scene of ['sketch-map', 'skyline', 'road'] as const) {
      selfContained(evidenceSvg(3, 'A caption', scene))
      expect(evidenceSvg(3, 'A caption', scene)).toBe(evidenceSvg(3, 'A caption', scene))
    }
    expect(await sharp(await evidenceImage(3, 'A caption')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1280,
      height: 860,
    })
  })

  it('writes a PDF whose table points at its objects', () => {
    const pdf = evidencePdf('Statement (1)', ['First \\ line', 'Second line']).toString('latin1')
    expect(pdf.startsWith('%PDF-1.4\n')).toBe(true)
    expect(pdf.endsWith('%%EOF\n')).toBe(true)
    expect(pdf).toContain('(Statement \\(1\\)) Tj')
    expect(pdf).toContain('(First \\\\ line) Tj')
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
    expect(offsets).toHaveLength(5)
    offsets.forEach((offset, index) =>
      expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)),
    )
    expect(pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1]))).toMatch(/^xref\n/)
    const stream = /<< \/Length (\d+) >>\nstream\n([^]*?)\nendstream/.exec(pdf)
    expect(stream?.[2]).toHaveLength(Number(stream?.[1]))
  })

  it('refuses what the standard fonts cannot write', () => {
    expect(() => evidencePdf('شهادة', [])).toThrow(RangeError)
  })
})

describe('lettering', () => {
  it('spells names without accents and drops what it cannot draw', () => {
    expect(drawable('Noémie N’Diaye-Œuvrardeau')).toBe("NOEMIE N'DIAYE-OEUVRARDEAU")
    expect(drawable('ab عثمان 12')).toBe('AB  12')
  })

  it('grows with the text', () => {
    expect(letteringWidth('', 20)).toBe(0)
    expect(letteringWidth('DEMO', 20)).toBeGreaterThan(letteringWidth('DEM', 20))
    expect(lettering('DEMO', 0, 0, 20, { colour: '#000000' })).toMatch(/^<path d="M/)
  })
})
