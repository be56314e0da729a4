/** What a copied Word document may hold, as data. What is not listed here does not pass. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Both editions of the standard; what is written has the names of the first. */
export const NAMESPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
    'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
    'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
    'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
    'http://purl.oclc.org/ooxml/drawingml/main': 'a',
    'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
    'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
    'http://schemas.openxmlformats.org/drawingml/2006/picture': 'pic',
    'http://purl.oclc.org/ooxml/drawingml/picture': 'pic',
    'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
    'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
    'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
    'urn:schemas-microsoft-com:vml': 'v',
  }),
)

/** Text, tables, their looks, styles, lists, notes and sections. */
export const KEPT = words(`
  document body p pPr r rPr t tab br cr noBreakHyphen softHyphen sym ptab
  tbl tblPr tblGrid gridCol tr trPr tc tcPr tblPrEx tblStyle tblpPr tblOverlap bidiVisual
  tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders top left start
  bottom right end insideH insideV tl2br tr2bl shd tblLayout tblCellMar tblLook cnfStyle gridBefore
  gridAfter wBefore wAfter cantSplit trHeight tblHeader hidden tcW gridSpan hMerge vMerge tcBorders
  noWrap tcMar textDirection tcFitText vAlign hideMark
  pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr ilvl numId
  suppressLineNumbers pBdr between bar tabs suppressAutoHyphens kinsoku wordWrap overflowPunct
  topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing
  mirrorIndents suppressOverlap textAlignment textboxTightWrap outlineLvl
  rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof
  vanish color w kern position sz szCs highlight u effect bdr fitText vertAlign rtl cs em
  eastAsianLayout specVanish webHidden
  sectPr footnotePr endnotePr pos numFmt numStart numRestart type pgSz pgMar pgBorders lnNumType
  pgNumType cols col noEndnote titlePg rtlGutter docGrid
  footnotes footnote endnotes endnote footnoteReference endnoteReference footnoteRef endnoteRef
  separator continuationSeparator hdr ftr
  styles docDefaults rPrDefault pPrDefault latentStyles lsdException style name basedOn next link
  uiPriority semiHidden unhideWhenUsed qFormat tblStylePr
  numbering abstractNum multiLevelType lvl lvlRestart isLgl suff lvlText lvlJc num abstractNumId
  lvlOverride startOverride styleLink numStyleLink
  fonts font altName panose1 charset family pitch sig notTrueType
  ruby rubyPr rubyAlign hps hpsRaise hpsBaseText rubyBase rt
`)

/** The element goes, what is in it stays: links, changes that were made, content controls, markup of other programs. */
export const UNWRAPPED = words('ins moveTo hyperlink smartTag customXml sdt sdtContent bdo dir')

/** Settings that change how pages look. Templates, mail merge, locks, variables and marks of editing are not among them. */
export const KEPT_SETTINGS = words(`
  settings mirrorMargins defaultTabStop autoHyphenation hyphenationZone evenAndOddHeaders
  characterSpacingControl compat compatSetting decimalSymbol listSeparator
`)

/** Never: `rsid…`, `author`, `date`, `initials`, `instr`, `anchor`, `tooltip`. */
export const KEPT_ATTRIBUTES = words(`
  val type w h space sz color themeColor themeTint themeShade fill themeFill themeFillTint
  themeFillShade frame shadow ascii hAnsi cs eastAsia asciiTheme hAnsiTheme cstheme eastAsiaTheme
  hint line lineRule before after beforeLines afterLines beforeAutospacing afterAutospacing left
  right start end firstLine hanging firstLineChars hangingChars leftChars rightChars startChars
  endChars pos leader top bottom header footer gutter orient code num equalWidth sep linePitch
  charSpace fmt chapStyle chapSep countBy restart distance offsetFrom display zOrder id styleId
  default customStyle abstractNumId numId ilvl name defLockedState defUIPriority defSemiHidden
  defUnhideWhenUsed defQFormat count locked uiPriority semiHidden unhideWhenUsed qFormat firstRow
  lastRow firstColumn lastColumn noHBand noVBand hRule hAnchor vAnchor x y xAlign yAlign wrap
  dropCap lines hSpace vSpace anchorLock leftFromText rightFromText topFromText bottomFromText
  vertAnchor horzAnchor tblpX tblpXSpec tblpY tblpYSpec char font alignment relativeTo clear
  vertCompress combine combineBrackets vert usb0 usb1 usb2 usb3 csb0 csb1 characterSet uri
`)
export const ATTRIBUTE_MAX_CHARS = 255

/** Colours and fonts of a theme; its pictures and extensions are not among them. */
export const KEPT_THEME = words(`
  theme themeElements clrScheme dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink
  folHlink sysClr srgbClr fontScheme majorFont minorFont latin ea cs font fmtScheme fillStyleLst
  lnStyleLst effectStyleLst bgFillStyleLst solidFill schemeClr gradFill gsLst gs lin path fillToRect
  ln prstDash miter round bevel effectStyle effectLst outerShdw innerShdw tint shade satMod lumMod
  lumOff alpha hueMod
`)
export const KEPT_THEME_ATTRIBUTES = words(`
  name val lastClr typeface script panose pos ang scaled path l t r b w cap cmpd algn lim blurRad
  dist dir rotWithShape
`)

export type PartKind =
  | 'document'
  | 'styles'
  | 'numbering'
  | 'settings'
  | 'fontTable'
  | 'theme'
  | 'footnotes'
  | 'endnotes'
  | 'header'
  | 'footer'

interface PartForm {
  readonly root: string
  /** As they end after `application/vnd.openxmlformats-officedocument.`. */
  readonly contentType: string
}
const WORD = 'wordprocessingml.'
export const PARTS: Readonly<Record<PartKind, PartForm>> = {
  document: { root: 'document', contentType: `${WORD}document.main+xml` },
  styles: { root: 'styles', contentType: `${WORD}styles+xml` },
  numbering: { root: 'numbering', contentType: `${WORD}numbering+xml` },
  settings: { root: 'settings', contentType: `${WORD}settings+xml` },
  fontTable: { root: 'fonts', contentType: `${WORD}fontTable+xml` },
  theme: { root: 'theme', contentType: 'theme+xml' },
  footnotes: { root: 'footnotes', contentType: `${WORD}footnotes+xml` },
  endnotes: { root: 'endnotes', contentType: `${WORD}endnotes+xml` },
  header: { root: 'hdr', contentType: `${WORD}header+xml` },
  footer: { root: 'ftr', contentType: `${WORD}footer+xml` },
}
export const CONTENT_TYPE_START = 'application/vnd.openxmlformats-officedocument.'

/**
 * Macros, controls, programs inside, parts of other formats: the document is refused with a
 * message. The copy is made by the lists above and does not depend on these.
 */
export const ACTIVE_PART =
  /(^|\/)(vbaProject|vbaData|activeX|oleObject|afchunk)[^/]*(\/|$)|\/(activeX|macros|embeddings)\//i
export const ACTIVE_CONTENT_TYPE = /macroEnabled|vbaProject|activeX|oleObject|ms-word\.template/i
export const ACTIVE_RELATION =
  /\/(attachedTemplate|oleObject|control|activeXControlBinary|aFChunk|subDocument|frame|vbaProject|wordVbaData|mailMergeSource|mailMergeHeaderSource|externalLinkPath|package)$/i
export const LINK_RELATION = /\/hyperlink$/i
