import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type Box, BOX_MIN, fitBox, isOnPage } from '#shared/domain/report/public-copy-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import {
  addBox,
  boxBetween,
  boxByKey,
  type BoxSteps,
  changeBox,
  mayAdd,
  type Point,
  redo,
  removeBox,
  undo,
} from './box-steps.ts'
import { BoxTools, PreviewButton } from './box-tools.tsx'

const NEW_BOX: Box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }

/** In the middle of the part of the picture that is scrolled to. */
function boxInSight(area: HTMLElement | null, frame: HTMLElement | null): Box {
  if (area === null || frame === null) return NEW_BOX
  const [whole, seen] = [area.getBoundingClientRect(), frame.getBoundingClientRect()]
  const middle = (Math.max(whole.top, seen.top) + Math.min(whole.bottom, seen.bottom)) / 2
  return { ...NEW_BOX, y: (middle - whole.top) / whole.height - NEW_BOX.height / 2 }
}

interface Drag {
  /** The box that is moved or made larger; undefined: a new one is drawn. */
  readonly index: number | undefined
  readonly from: Point
  readonly box: Box
  readonly resizes: boolean
}

function dragged({ index, from, box, resizes }: Drag, to: Point): Box {
  if (index === undefined) return boxBetween(from, to)
  const [x, y] = [to.x - from.x, to.y - from.y]
  return fitBox(
    resizes
      ? { ...box, width: box.width + x, height: box.height + y }
      : { ...box, x: box.x + x, y: box.y + y },
  )
}

/**
 * Draws, moves and resizes with a mouse or a finger; the step counts when it is let go. A finger that starts up or down
 * scrolls the picture instead, unless it starts on a box.
 */
function useBoxDrag(
  area: RefObject<HTMLDivElement | null>,
  { steps, page, onChange }: Omit<BoxEditorProps, 'pictureUrl' | 'outcome'>,
  focus: (index: number) => void,
  /** Pressed beside the boxes. */
  onBeside: () => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const [draft, setDraft] = useState<Box>()
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = area.current?.getBoundingClientRect() ?? new DOMRect()
    const inside = (value: number) => Math.min(1, Math.max(0, value))
    return { x: inside((clientX - left) / width), y: inside((clientY - top) / height) }
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || !(event.target instanceof HTMLElement)) return
    const part = event.target.closest<HTMLElement>('[data-index]')
    const index = part === null ? undefined : Number(part.dataset['index'])
    const box = index === undefined ? undefined : steps.present[index]
    if (box === undefined && !mayAdd(steps, page)) return
    const from = pointOf(event)
    area.current?.setPointerCapture(event.pointerId)
    setDrag({
      index: box === undefined ? undefined : index,
      from,
      box: box ?? boxBetween(from, from),
      resizes: part?.dataset['corner'] !== undefined,
    })
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (drag !== undefined) setDraft(dragged(drag, pointOf(event)))
  }
  const onPointerUp = (event: PointerEvent): void => {
    if (drag === undefined) return
    const box = dragged(drag, pointOf(event))
    const isClick = drag.index === undefined && (box.width < BOX_MIN || box.height < BOX_MIN)
    const isMoved = draft !== undefined && !isClick
    if (isMoved && drag.index === undefined) {
      onChange(addBox(steps, box, page))
      focus(steps.present.length)
    } else if (drag.index !== undefined) {
      if (isMoved) onChange(changeBox(steps, drag.index, box))
      focus(drag.index)
    } else onBeside()
    setDrag(undefined)
    setDraft(undefined)
  }
  const onPointerCancel = (): void => {
    setDrag(undefined)
    setDraft(undefined)
  }
  return { drag, draft, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

/** Ctrl or Cmd with Z and Y, wherever the focus is inside. */
function useUndoKeys(
  group: RefObject<HTMLElement | null>,
  steps: BoxSteps,
  onChange: (steps: BoxSteps) => void,
): void {
  useEffect(() => {
    const element = group.current
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
      event.preventDefault()
      onChange(key === 'y' || event.shiftKey ? redo(steps) : undo(steps))
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [group, steps, onChange])
}

interface BoxEditorProps {
  readonly pictureUrl: string
  /** Of a document, from 1; a picture has one. */
  readonly page: number
  /** Boxes of all pages. */
  readonly steps: BoxSteps
  readonly onChange: (steps: BoxSteps) => void
  /** In words, what the public gets of it as the form stands. */
  readonly outcome: string
}

/** A picture in which boxes are drawn with a mouse, a finger or the keyboard. */
export function BoxEditor({ pictureUrl, page, steps, onChange, outcome }: BoxEditorProps) {
  const { t } = useTranslation('reportWrite')
  const help = useId()
  const frame = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [previews, setPreviews] = useState(false)
  const [selected, setSelected] = useState(-1)
  const marked = steps.present[selected]
  const isSelected = marked !== undefined && isOnPage(marked, page)
  const wanted = useRef<number | 'add'>(undefined)
  const setWanted = (part: number | 'add'): void => void (wanted.current = part)
  // Not after the paint: by then a dialog whose focused part is gone has taken the focus itself, and does so once more.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    if (wanted.current === 'add') add.current?.focus()
    else area.current?.querySelector<HTMLButtonElement>(`[data-box="${wanted.current}"]`)?.focus()
    wanted.current = undefined
  })

  const { drag, draft, handlers } = useBoxDrag(area, { steps, page, onChange }, setWanted, () =>
    setSelected(-1),
  )
  const group = useRef<HTMLFieldSetElement>(null)
  useUndoKeys(group, steps, onChange)
  const onBoxKey = (event: KeyboardEvent, index: number, box: Box): void => {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onChange(removeBox(steps, index))
      const before = steps.present.findLastIndex((one, at) => at < index && isOnPage(one, page))
      const after = steps.present.findIndex((one, at) => at > index && isOnPage(one, page))
      setSelected(-1)
      setWanted(before !== -1 ? before : after !== -1 ? after - 1 : 'add')
      return
    }
    const next = boxByKey(box, event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    onChange(changeBox(steps, index, next))
  }
  return (
    <fieldset ref={group} className="grid gap-3">
      <legend className="mb-2 font-semibold">{t('publicCopy.boxes')}</legend>
      {/* Above the picture, and in sight while it goes by: where the window is low, the end of the form would cover them below it. */}
      <div className="sticky -top-5 z-1 -mx-5 flex flex-wrap gap-1 bg-raised px-5 py-1.5 sm:gap-2 lg:static lg:mx-0 lg:px-0">
        {!previews && (
          <BoxTools
            steps={steps}
            page={page}
            onChange={onChange}
            add={add}
            onAdd={() => {
              onChange(addBox(steps, boxInSight(area.current, frame.current), page))
              setWanted(steps.present.length)
            }}
            onRemove={
              isSelected
                ? () => {
                    onChange(removeBox(steps, selected))
                    setSelected(-1)
                    setWanted('add') // not the next box: a second press of a finger would remove that one
                  }
                : undefined
            }
          />
        )}
        <PreviewButton on={previews} onTurn={() => setPreviews(!previews)} />
      </div>
      {/* Places in a picture are counted from its left in every language. */}
      <div
        ref={frame}
        dir="ltr"
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the keys that scroll need the focus here
        // The rest of the dialog stays in sight.
        className="relative grid max-h-[max(14rem,min(50dvh,100dvh-27rem))] justify-items-center overflow-y-auto rounded-md border border-line bg-sunken p-3 pointer-coarse:p-5"
      >
        {previews ? (
          <CoveredPicture
            url={pictureUrl}
            boxes={steps.present.filter((box) => isOnPage(box, page))}
          />
        ) : (
          <div
            ref={area}
            className="relative w-fit cursor-crosshair touch-pan-y select-none"
            {...handlers}
          >
            <Picture url={pictureUrl} label={t('publicCopy.picture')} />
            {steps.present.map((saved, index) => {
              if (!isOnPage(saved, page)) return null
              const isHeld = drag?.index === index && draft !== undefined
              const box = isHeld ? draft : saved
              return (
                <BoxHandle
                  key={index}
                  box={box}
                  index={index}
                  isHeld={isHeld}
                  isSelected={isSelected && index === selected}
                  help={help}
                  onFocus={() => setSelected(index)}
                  onKeyDown={(event) => onBoxKey(event, index, box)}
                />
              )
            })}
            {drag !== undefined && drag.index === undefined && draft !== undefined && (
              <BoxShape box={draft}>
                <span className="absolute inset-0 border-2 border-sun bg-black/60" />
              </BoxShape>
            )}
          </div>
        )}
      </div>
      <p id={help} className="text-sm text-muted">
        {previews ? outcome : <BoxesHelp />}
      </p>
    </fieldset>
  )
}

/** A finger has no keys. */
function BoxesHelp() {
  const { t } = useTranslation('reportWrite')
  return (
    <>
      <span className="pointer-coarse:hidden">{t('publicCopy.boxesHelp')}</span>
      <span className="hidden pointer-coarse:inline">{t('publicCopy.boxesHelpTouch')}</span>
    </>
  )
}

interface BoxHandleProps {
  readonly box: Box
  readonly index: number
  /** It is dragged. */
  readonly isHeld: boolean
  /** The tools act on it. */
  readonly isSelected: boolean
  /** Id of the text that says what the keys do. */
  readonly help: string
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * A box that can be moved, and made larger at its corner. Solid, as in the public copy: what shows through here looks as if
 * it showed through there. While it is dragged, its place must be seen.
 */
function BoxHandle({ box, index, isHeld, isSelected, help, onFocus, onKeyDown }: BoxHandleProps) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const percent = (value: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: 0 })
  const { x, y, width, height } = box
  const name = t('publicCopy.box', {
    number: format.number(index + 1),
    x: percent(x),
    y: percent(y),
    width: percent(width),
    height: percent(height),
  })

  return (
    <BoxShape box={box}>
      <button
        type="button"
        data-box={index}
        data-index={index}
        aria-label={name}
        aria-describedby={help}
        className={cx(
          'absolute inset-0 cursor-move touch-none border-sun focus-visible:outline-4',
          isSelected ? 'border-4' : 'border-2',
          isHeld ? 'bg-black/60' : 'bg-black',
        )}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      <span
        aria-hidden="true"
        data-index={index}
        data-corner=""
        className="absolute -right-3 -bottom-3 grid size-7 cursor-nwse-resize touch-none place-items-center pointer-coarse:-right-5 pointer-coarse:-bottom-5 pointer-coarse:size-11"
      >
        <span className="pointer-events-none size-3.5 rounded-full border-2 border-black bg-sun" />
      </span>
    </BoxShape>
  )
}

interface CoveredPictureProps {
  readonly url: string
  readonly boxes: readonly Box[]
}

/** As the public gets it: the boxes have no edge, and nothing can be grasped. */
function CoveredPicture({ url, boxes }: CoveredPictureProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <div className="relative w-fit">
      <Picture url={url} label={t('publicCopy.previewPicture')} />
      {boxes.map((box, index) => (
        <BoxShape key={index} box={box}>
          <span data-covered="" className="absolute inset-0 bg-black" />
        </BoxShape>
      ))}
    </div>
  )
}

/** As wide as there is room: fitted by height, a page could not be read, and a box would cover the wrong line. */
const Picture = ({ url, label }: { readonly url: string; readonly label: string }) => (
  <img src={url} alt={label} draggable={false} className="max-w-full" />
)

function BoxShape({ box, children }: { readonly box: Box; readonly children: ReactNode }) {
  const part = (value: number) => `${value * 100}%`
  return (
    <div
      className="absolute"
      style={{
        left: part(box.x),
        top: part(box.y),
        width: part(box.width),
        height: part(box.height),
      }}
    >
      {children}
    </div>
  )
}
