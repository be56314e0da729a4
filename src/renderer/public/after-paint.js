// Starts the interface on a page that was written ahead: first the page is painted, then the script is fetched, so that
// on a slow line the two do not share it. page-variants.config.ts puts the addresses into the page.
;(function () {
  function start() {
    var later = document.querySelectorAll('link[rel="x-later"]')
    for (var index = 0; index < later.length; index += 1) later[index].rel = 'modulepreload'
    var script = document.createElement('script')
    script.type = 'module'
    script.src = document.querySelector('meta[name="entry"]').content
    document.head.append(script)
  }
  var readable = !('notAhead' in document.documentElement.dataset)
  // After the second frame something is on the screen. A tab in the background draws none: it starts at once.
  if (readable && document.visibilityState === 'visible')
    requestAnimationFrame(function () {
      requestAnimationFrame(function () {
        setTimeout(start)
      })
    })
  else start()
})()
