/** Pictures in a Word document: only which picture, its size and its cut are read, and written in one fixed form. */

export interface PlacedPicture {
  /** Id of the relation. */
  readonly id: string
  readonly widthEmu: number
  readonly heightEmu: number
  /** Left, top, right and bottom, in thousandths of a percent. */
  readonly cut: readonly number[]
}

const EMU_A_POINT = 12_700
const SIDE_MAX_EMU = 50_000_000
const USUAL_EMU = 2_000_000

type Attribute = (name: string, of?: string) => string | undefined

const size = (text: string | undefined): number | undefined => {
  const value = Number(text)
  return text !== undefined && Number.isInteger(value) && value > 0 && value <= SIDE_MAX_EMU
    ? value
    : undefined
}

/** `width:120pt;height:80pt` of an older drawing. */
const points = (style: string | undefined, side: string): number | undefined => {
  const [, digits] =
    new RegExp(String.raw`(?:^|;)\s*${side}:\s*(\d{1,5}(?:\.\d{1,4})?)pt`).exec(style ?? '') ?? []
  return digits === undefined ? undefined : size(String(Math.round(Number(digits) * EMU_A_POINT)))
}

/** Collects the pictures of one drawing. */
export function drawingReader() {
  const found: { id: string; width?: number; height?: number; cut: number[] }[] = []
  let [width, height]: (number | undefined)[] = []
  const last = () => found.at(-1)
  return {
    see(tag: string, attribute: Attribute): void {
      if (tag === 'wp:extent') [width, height] = [size(attribute('cx')), size(attribute('cy'))]
      if (tag === 'v:shape' || tag === 'v:rect')
        [width, height] = ['width', 'height'].map((side) => points(attribute('style'), side))
      const id =
        tag === 'a:blip'
          ? attribute('embed', 'r')
          : tag === 'v:imagedata'
            ? attribute('id', 'r')
            : undefined
      if (id !== undefined) found.push({ id, cut: [] })
      const picture = last()
      if (picture === undefined) return
      if (tag === 'a:srcRect')
        picture.cut = ['l', 't', 'r', 'b'].map((side) => {
          const share = Number(attribute(side) ?? 0)
          return Number.isInteger(share) && Math.abs(share) <= 100_000 ? share : 0
        })
      if (tag === 'a:ext' && size(attribute('cx')) !== undefined) {
        picture.width = size(attribute('cx')) ?? USUAL_EMU
        picture.height = size(attribute('cy')) ?? USUAL_EMU
      }
    },
    pictures: (): PlacedPicture[] =>
      found.map((picture) => ({
        id: picture.id,
        widthEmu: picture.width ?? width ?? USUAL_EMU,
        heightEmu: picture.height ?? height ?? USUAL_EMU,
        cut: picture.cut,
      })),
  }
}

/** Within a run. No name, no description, no link: they may name a person or a path. */
export function pictureXml({ id, widthEmu, heightEmu, cut }: PlacedPicture): string {
  const [left = 0, top = 0, right = 0, bottom = 0] = cut
  const extent = `cx="${widthEmu}" cy="${heightEmu}"`
  const number = id.replaceAll(/\D/g, '')
  return (
    `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/>` +
    `<wp:docPr id="${number}" name="Picture ${number}"/><a:graphic>` +
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${number}" name="Picture ${number}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${id}"/>` +
    `<a:srcRect l="${left}" t="${top}" r="${right}" b="${bottom}"/>` +
    '<a:stretch><a:fillRect/></a:stretch></pic:blipFill>' +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>' +
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>'
  )
}
