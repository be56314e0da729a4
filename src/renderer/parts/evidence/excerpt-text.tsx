import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EVIDENCE_EXCERPT_CHARS } from '#shared/domain/report/report-rules.ts'
import { cx } from '../../ui/cx.ts'
import { excerpt } from './excerpt.ts'

interface ExcerptTextProps {
  readonly text: string
  /** What the text is, for the button's name. */
  readonly name: string
}

/** A text of up to 150 letters, the rest on demand and on paper (docs/spec/evidence.md, 3). */
export function ExcerptText({ text, name }: ExcerptTextProps) {
  const { t } = useTranslation('reports')
  const id = useId()
  const [open, setOpen] = useState(false)
  const short = excerpt(text, EVIDENCE_EXCERPT_CHARS)
  const isCut = short !== undefined && !open
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={cx('wrap-anywhere whitespace-pre-line', isCut && 'print:hidden')}
      >
        {isCut ? short : text}
      </p>
      {isCut && (
        <p dir="auto" className="hidden wrap-anywhere whitespace-pre-line print:block">
          {text}
        </p>
      )}
      {short !== undefined && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t(open ? 'lessOf' : 'moreOf', { name })}
          className="-mx-1 inline-flex min-h-11 items-center rounded-sm px-1 font-semibold text-brand underline underline-offset-2"
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'less' : 'more')}
        </button>
      )}
    </>
  )
}
