import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PhotoFrame } from '../../ui/photo/photo-frame.tsx'
import { type Application, PHOTO_FIELDS } from './application.ts'

/** The three photos as they will be sent. */
export function PhotoThumbs() {
  const { t } = useTranslation('registration')
  const { getValues } = useFormContext<Application>()
  return (
    <ul className="flex flex-wrap items-end gap-x-6 gap-y-4 py-2">
      {PHOTO_FIELDS.map((name) => (
        <li key={name} className={name === 'portrait' ? undefined : 'min-w-36 max-w-60 flex-1'}>
          <figure className="grid gap-1.5">
            <PhotoFrame
              kind={name === 'portrait' ? 'portrait' : 'document'}
              file={getValues(name) ?? undefined}
              alt=""
              reading={false}
              faulty={false}
            />
            <figcaption className="text-sm text-muted">{t(`fields.${name}`)}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
