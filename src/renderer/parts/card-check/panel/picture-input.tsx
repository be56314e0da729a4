import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { PictureReader } from './use-picture-reader.ts'

/** A picture of a card from a file: chosen here, dropped on the panel, or pasted anywhere on the page. */
export function PictureInput({ reader }: { readonly reader: PictureReader }) {
  const { t } = useTranslation('scanner')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <p className="font-semibold">{t('image.title')}</p>
      {/* A phone neither drops nor pastes a picture. */}
      <p className="pb-1 text-sm text-muted max-sm:hidden">{t('image.hint')}</p>
      <Button
        variant="secondary"
        busy={reader.busy}
        onClick={() => input.current?.click()}
        icon={<ImageUp aria-hidden="true" size={20} />}
        className="mt-1.5 w-full"
      >
        {t(reader.busy ? 'image.reading' : 'image.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('image.choose')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file !== undefined) reader.read(file)
          // Reset, so that the same file can be chosen twice in a row.
          event.target.value = ''
        }}
      />
      {reader.trouble !== undefined && (
        <Notice tone="warning" className="mt-2">
          {t(`image.errors.${reader.trouble}`)}
        </Notice>
      )}
    </div>
  )
}
