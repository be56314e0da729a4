import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { cx } from '../../ui/cx.ts'
import { useWrittenIn } from './use-written-in.ts'

/** The description in a list, cut after some lines; a press expands it. Where it fits, there is no button. */
export function CutDescription({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  const writtenIn = useWrittenIn(report.writtenIn)
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
    <div className="mt-1">
      {/* It begins where its own direction does: against it, the dots of a cut text push its line out of the cell. */}
      <p
        ref={paragraph}
        id={id}
        dir="auto"
        lang={report.writtenIn}
        className={cx('text-start wrap-anywhere', !open && 'line-clamp-3 lg:line-clamp-2')}
      >
        {report.description}
      </p>
      {(cut || open) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t(open ? 'lessOf' : 'moreOf', {
            name: t('descriptionOf', { id: report.id }),
          })}
          className="-ms-1 me-1 inline-flex min-h-11 items-center rounded-sm px-1 font-semibold text-brand underline underline-offset-2 sm:min-h-8"
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'less' : 'more')}
        </button>
      )}
      {writtenIn !== undefined && (
        <span className="inline-block text-xs text-muted">{writtenIn}</span>
      )}
    </div>
  )
}
