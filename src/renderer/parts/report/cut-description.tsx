import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

interface ExpandableProps {
  readonly text: string
  /** What the text is, for the button's name: "Read the description of report 17". */
  readonly name: string
  readonly className?: string
}

/** A text of a list, cut after some lines; a press expands it. Texts that fit have no button. */
export function Expandable({ text, name, className }: ExpandableProps) {
  const { t } = useTranslation('reports')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = paragraph.current
    if (element === null || open) return undefined
    const look = (): void => setCut(element.scrollHeight > element.clientHeight + 1)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [open])
  return (
    <div className={className}>
      {/* It begins where its own direction does: against it, the dots of a cut text push its line out of the cell. */}
      <p
        ref={paragraph}
        id={id}
        dir="auto"
        className={cx('text-start wrap-anywhere', !open && 'line-clamp-3 lg:line-clamp-2')}
      >
        {text}
      </p>
      {(cut || open) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t(open ? 'lessOf' : 'moreOf', { name })}
          className="-mx-1 inline-flex min-h-11 items-center rounded-sm px-1 font-semibold text-brand underline underline-offset-2 sm:min-h-8"
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'less' : 'more')}
        </button>
      )}
    </div>
  )
}
