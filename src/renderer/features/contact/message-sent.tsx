import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { announce } from '../../ui/feedback/announcer.tsx'

interface MessageSentProps {
  readonly reference: string
  readonly text: string
  readonly onAgain: () => void
}

/** Takes the place of the form; the focus goes along, because the button that had it is gone. */
export function MessageSent({ reference, text, onAgain }: MessageSentProps) {
  const { t } = useTranslation('contact')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    announce(t('success'))
  }, [t])
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div aria-hidden="true" className="weave h-3" />
      <div className="grid gap-5 p-4 sm:p-8">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-2xl headline">
            {t('success')}
          </h2>
          <p className="mt-2 max-w-xl text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-brand-soft p-4">
          <p>
            <span className="block text-sm text-muted">{t('sent.reference')}</span>
            <strong className="text-2xl font-extrabold text-brand tabular-nums">
              <Ltr>{reference}</Ltr>
            </strong>
          </p>
          <CopyButton text={reference} label={t('sent.copy')} />
        </div>
        <div>
          <Button variant="secondary" onClick={onAgain}>
            {t('sent.again')}
          </Button>
        </div>
      </div>
    </section>
  )
}
