import { Plus, Redo2, Undo2 } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type Box, BOX_MIN, fitBox } from '#shared/domain/report/public-copy-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button/button.tsx'
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

const NEW_BOX: Box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }

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

interface BoxEditorProps {
  readonly pictureUrl: string
  readonly steps: BoxSteps
  readonly onChange: (steps: BoxSteps) => void
}

/** A picture in which boxes are drawn with a mouse, a finger or the keyboard. */
export function BoxEditor({ pictureUrl, steps, onChange }: BoxEditorProps) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const help = useId()
  const area = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const [draft, setDraft] = useState<Box>()
  const [focused, setFocused] = useState<number>()
  useEffect(() => {
    if (focused === undefined) return
    area.current?.querySelectorAll<HTMLButtonElement>('[data-box]')[focused]?.focus()
    setFocused(undefined)
  }, [focused])

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
    if (box === undefined && !mayAdd(steps)) return
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
      onChange(addBox(steps, box))
      setFocused(steps.present.length)
    } else if (drag.index !== undefined) {
      if (isMoved) onChange(changeBox(steps, drag.index, box))
      setFocused(drag.index)
    }
    setDrag(undefined)
    setDraft(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    onChange(key === 'y' || event.shiftKey ? redo(steps) : undo(steps))
  }
  const onBoxKey = (event: KeyboardEvent, index: number, box: Box): void => {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onChange(removeBox(steps, index))
      if (steps.present.length > 1) setFocused(Math.max(0, index - 1))
      else add.current?.focus()
      return
    }
    const next = boxByKey(box, event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    onChange(changeBox(steps, index, next))
  }
  const percent = (value: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: 0 })
  const nameOf = ({ x, y, width, height }: Box, index: number) =>
    t('publicCopy.box', {
      number: format.number(index + 1),
      x: percent(x),
      y: percent(y),
      width: percent(width),
      height: percent(height),
    })

  return (
    <div
      role="group"
      aria-label={t('publicCopy.boxes')}
      className="grid gap-3"
      onKeyDown={onKeyDown}
    >
      <p id={help} className="text-sm text-muted">
        {t('publicCopy.boxesHelp')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={add}
          variant="secondary"
          disabled={!mayAdd(steps)}
          icon={<Plus aria-hidden="true" size={18} />}
          onClick={() => {
            onChange(addBox(steps, NEW_BOX))
            setFocused(steps.present.length)
          }}
        >
          {t('publicCopy.add')}
        </Button>
        <Button
          variant="quiet"
          disabled={steps.past.length === 0}
          icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={() => onChange(undo(steps))}
        >
          {t('publicCopy.undo')}
        </Button>
        <Button
          variant="quiet"
          disabled={steps.future.length === 0}
          icon={<Redo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={() => onChange(redo(steps))}
        >
          {t('publicCopy.redo')}
        </Button>
      </div>
      {/* Places in a picture are counted from its left in every language. */}
      <div
        dir="ltr"
        className="grid justify-items-center rounded-md border border-line bg-sunken p-3"
      >
        <div
          ref={area}
          className="relative w-fit cursor-crosshair touch-none select-none"
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            setDrag(undefined)
            setDraft(undefined)
          }}
        >
          <img
            src={pictureUrl}
            alt={t('publicCopy.picture')}
            draggable={false}
            className="max-h-[60dvh] max-w-full"
          />
          {steps.present.map((saved, index) => {
            const box = drag?.index === index && draft !== undefined ? draft : saved
            return (
              <BoxShape key={index} box={box}>
                <button
                  type="button"
                  data-box=""
                  data-index={index}
                  aria-label={nameOf(box, index)}
                  aria-describedby={help}
                  className="absolute inset-0 cursor-move border-2 border-sun bg-black/85 focus-visible:outline-4"
                  onKeyDown={(event) => onBoxKey(event, index, box)}
                />
                <span
                  aria-hidden="true"
                  data-index={index}
                  data-corner=""
                  className="absolute -right-3 -bottom-3 grid size-7 cursor-nwse-resize place-items-center"
                >
                  <span className="pointer-events-none size-3.5 rounded-full border-2 border-black bg-sun" />
                </span>
              </BoxShape>
            )
          })}
          {drag !== undefined && drag.index === undefined && draft !== undefined && (
            <BoxShape box={draft}>
              <span className="absolute inset-0 border-2 border-sun bg-black/60" />
            </BoxShape>
          )}
        </div>
      </div>
    </div>
  )
}

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
