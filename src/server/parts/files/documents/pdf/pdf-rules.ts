/**
 * What a copied PDF may hold, as data: for each kind of dictionary the keys that pass, and for each
 * key the form of its value. What is not listed here does not pass.
 */

export type Rule =
  | 'number'
  | 'boolean'
  | 'name'
  /** A string of a font or a colour table; written in hexadecimal. */
  | 'bytes'
  | 'color-space'
  | 'function'
  | 'shading'
  | 'pattern'
  | 'x-object'
  | 'font'
  | { readonly oneName: readonly string[] }
  | { readonly list: Rule }
  | { readonly anyOf: readonly Rule[] }
  | { readonly dict: DictRule }
  /** A dictionary whose keys are free: the names that the text of a page uses. */
  | { readonly named: Rule }
  | { readonly stream: StreamRule }

export type DictRule = () => Readonly<Record<string, Rule>>
export interface StreamRule {
  readonly keys: DictRule
  /** `drawing`: operators of a page. `picture`: keeps its own compression. `calculator`: a small program without effects. */
  readonly content: 'drawing' | 'picture' | 'data' | 'calculator'
}

/** Made when it is first asked for, because rules name each other, and only once, so that a rule is always the same. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const numbers: Rule = { list: 'number' }
const names: Rule = { list: 'name' }
const one = (...oneName: string[]): Rule => ({ oneName })
const any = (...anyOf: Rule[]): Rule => ({ anyOf })
const dict = (keys: DictRule): Rule => ({ dict: once(keys) })

const GROUP = dict(() => ({
  Type: one('Group'),
  S: one('Transparency'),
  CS: 'color-space',
  I: 'boolean',
  K: 'boolean',
}))

/** `Properties` is missing: it holds layers and words about parts of a page. */
export const RESOURCES = dict(() => ({
  Font: { named: 'font' },
  XObject: { named: 'x-object' },
  ExtGState: { named: GRAPHICS_STATE },
  ColorSpace: { named: 'color-space' },
  Pattern: { named: 'pattern' },
  Shading: { named: 'shading' },
  ProcSet: names,
}))

export const PAGE: DictRule = once(() => ({
  UserUnit: 'number',
  Group: GROUP,
}))

const GRAPHICS_STATE = dict(() => ({
  Type: one('ExtGState'),
  LW: 'number',
  LC: 'number',
  LJ: 'number',
  ML: 'number',
  D: { list: any('number', numbers) },
  RI: 'name',
  OP: 'boolean',
  op: 'boolean',
  OPM: 'number',
  Font: { list: any('number', 'font') },
  FL: 'number',
  SM: 'number',
  SA: 'boolean',
  BM: any('name', names),
  SMask: any(
    one('None'),
    dict(() => ({
      Type: one('Mask'),
      S: one('Alpha', 'Luminosity'),
      G: { stream: FORM },
      BC: numbers,
      TR: any(one('Identity'), 'function'),
    })),
  ),
  CA: 'number',
  ca: 'number',
  AIS: 'boolean',
  TK: 'boolean',
}))

export const FORM: StreamRule = {
  content: 'drawing',
  keys: once(() => ({
    Type: one('XObject'),
    Subtype: one('Form'),
    FormType: 'number',
    BBox: numbers,
    Matrix: numbers,
    Resources: RESOURCES,
    Group: GROUP,
  })),
}

/** No `Alternates`, no `OPI`, no `Metadata`. */
export const PICTURE: StreamRule = {
  content: 'picture',
  keys: once(() => ({
    Type: one('XObject'),
    Subtype: one('Image'),
    Width: 'number',
    Height: 'number',
    ColorSpace: 'color-space',
    BitsPerComponent: 'number',
    Intent: 'name',
    ImageMask: 'boolean',
    Mask: any(numbers, { stream: PICTURE }),
    Decode: numbers,
    Interpolate: 'boolean',
    SMask: { stream: PICTURE },
    SMaskInData: 'number',
    Matte: numbers,
  })),
}

export const PICTURE_PARAMS: DictRule = once(() => ({
  Predictor: 'number',
  Colors: 'number',
  BitsPerComponent: 'number',
  Columns: 'number',
  K: 'number',
  EndOfLine: 'boolean',
  EncodedByteAlign: 'boolean',
  Rows: 'number',
  EndOfBlock: 'boolean',
  BlackIs1: 'boolean',
  DamagedRowsBeforeError: 'number',
  ColorTransform: 'number',
  JBIG2Globals: { stream: { content: 'data', keys: () => ({}) } },
}))

/** By `PatternType`. */
export const TILING_PATTERN: StreamRule = {
  content: 'drawing',
  keys: once(() => ({
    Type: one('Pattern'),
    PatternType: 'number',
    PaintType: 'number',
    TilingType: 'number',
    BBox: numbers,
    XStep: 'number',
    YStep: 'number',
    Matrix: numbers,
    Resources: RESOURCES,
  })),
}
export const SHADING_PATTERN: DictRule = once(() => ({
  Type: one('Pattern'),
  PatternType: 'number',
  Shading: 'shading',
  Matrix: numbers,
  ExtGState: GRAPHICS_STATE,
}))

/** A dictionary, or a stream with the points of a mesh. */
export const SHADING: DictRule = once(() => ({
  ShadingType: 'number',
  ColorSpace: 'color-space',
  Background: numbers,
  BBox: numbers,
  AntiAlias: 'boolean',
  Domain: numbers,
  Matrix: numbers,
  Coords: numbers,
  Extend: { list: 'boolean' },
  Function: any('function', { list: 'function' }),
  BitsPerCoordinate: 'number',
  BitsPerComponent: 'number',
  BitsPerFlag: 'number',
  Decode: numbers,
  VerticesPerRow: 'number',
}))

/** Functions of types 0, 2, 3 and 4. */
export const FUNCTION: DictRule = once(() => ({
  FunctionType: 'number',
  Domain: numbers,
  Range: numbers,
  Size: numbers,
  BitsPerSample: 'number',
  Order: 'number',
  Encode: numbers,
  Decode: numbers,
  C0: numbers,
  C1: numbers,
  N: 'number',
  Functions: { list: 'function' },
  Bounds: numbers,
}))

const CID_SYSTEM = dict(() => ({ Registry: 'bytes', Ordering: 'bytes', Supplement: 'number' }))
const CHARACTER_MAP: StreamRule = {
  content: 'data',
  keys: once(() => ({
    Type: one('CMap'),
    CMapName: 'name',
    CIDSystemInfo: any(CID_SYSTEM, { list: CID_SYSTEM }),
    WMode: 'number',
    UseCMap: any('name', { stream: CHARACTER_MAP }),
  })),
}
const FONT_PROGRAM: Rule = {
  stream: {
    content: 'data',
    keys: once(() => ({
      Length1: 'number',
      Length2: 'number',
      Length3: 'number',
      Subtype: one('Type1C', 'CIDFontType0C', 'OpenType'),
    })),
  },
}

/** No `FontFamily` and no `Lang`: words that no drawing needs. */
const FONT_DESCRIPTOR = dict(() => ({
  Type: one('FontDescriptor'),
  FontName: 'name',
  FontStretch: 'name',
  FontWeight: 'number',
  Flags: 'number',
  FontBBox: numbers,
  ItalicAngle: 'number',
  Ascent: 'number',
  Descent: 'number',
  Leading: 'number',
  CapHeight: 'number',
  XHeight: 'number',
  StemV: 'number',
  StemH: 'number',
  AvgWidth: 'number',
  MaxWidth: 'number',
  MissingWidth: 'number',
  CharSet: 'bytes',
  FontFile: FONT_PROGRAM,
  FontFile2: FONT_PROGRAM,
  FontFile3: FONT_PROGRAM,
}))

export const FONT: DictRule = once(() => ({
  Type: one('Font'),
  Subtype: one('Type0', 'Type1', 'MMType1', 'TrueType', 'Type3', 'CIDFontType0', 'CIDFontType2'),
  Name: 'name',
  BaseFont: 'name',
  FirstChar: 'number',
  LastChar: 'number',
  Widths: numbers,
  FontDescriptor: FONT_DESCRIPTOR,
  Encoding: any(
    'name',
    dict(() => ({
      Type: one('Encoding'),
      BaseEncoding: 'name',
      Differences: { list: any('number', 'name') },
    })),
    { stream: CHARACTER_MAP },
  ),
  ToUnicode: any('name', { stream: CHARACTER_MAP }),
  DescendantFonts: { list: 'font' },
  CIDSystemInfo: CID_SYSTEM,
  DW: 'number',
  W: { list: any('number', numbers) },
  DW2: numbers,
  W2: { list: any('number', numbers) },
  CIDToGIDMap: any(one('Identity'), { stream: { content: 'data', keys: () => ({}) } }),
  FontBBox: numbers,
  FontMatrix: numbers,
  CharProcs: { named: { stream: { content: 'drawing', keys: () => ({}) } } },
  Resources: RESOURCES,
}))

/** The words of a calculator function (type 4). It has neither names nor strings. */
export const CALCULATOR_WORDS = new Set(
  (
    'abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate ' +
    'and bitshift eq false ge gt le lt ne not or true xor if ifelse copy dup exch index pop roll'
  ).split(' '),
)

/**
 * Names that stand for what a document does besides being read. A document that has one anywhere is
 * refused with a message. The copy is made by the lists above and does not depend on this one.
 */
export const ACTIVE_NAMES = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'XFA',
])
