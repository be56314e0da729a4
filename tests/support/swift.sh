#!/usr/bin/env bash
# A real S3-compatible store on this machine: OpenStack Swift with its s3api, one node, one copy, loopback only.
# It checks signatures, which the small stand-ins do not.
#   Debian: apt-get install -y --no-install-recommends swift swift-account swift-container swift-object swift-proxy
#   SWIFT_DIR=<empty folder> SWIFT_PORTS="<proxy> <object> <container> <account>" swift.sh start | stop
# Key id `app:app`, secret `appsecret`, region `us-east-1`, path style.
set -euo pipefail
: "${SWIFT_DIR:?wants an empty folder}"

stop() {
  for file in "$SWIFT_DIR"/run/*.pid; do
    [ -e "$file" ] || continue
    kill "$(cat "$file")" 2>/dev/null || true
    rm -f "$file"
  done
}

if [ "${1:-}" = stop ]; then
  stop
  exit
fi

read -r proxy_port object_port container_port account_port <<<"${SWIFT_PORTS:?wants four free ports}"
etc="$SWIFT_DIR/etc"
mkdir -p "$etc" "$SWIFT_DIR"/{run,log,srv/disk}

cat >"$etc/swift.conf" <<CONF
[swift-hash]
swift_hash_path_suffix = suffix
swift_hash_path_prefix = prefix
CONF

defaults() {
  cat <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $1
workers = 0
user = $(id -un)
swift_dir = $etc
devices = $SWIFT_DIR/srv
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = WARNING
CONF
}

# Storage servers, and for each the ring that places all data here, in one copy.
for service in account container object; do
  port_name="${service}_port"
  port="${!port_name}"
  {
    defaults "$port"
    cat <<CONF
[pipeline:main]
pipeline = $service-server
[app:$service-server]
use = egg:swift#$service
CONF
  } >"$etc/$service-server.conf"
  ring="$etc/$service.builder"
  swift-ring-builder "$ring" create 6 1 1 >/dev/null
  swift-ring-builder "$ring" add --region 1 --zone 1 --ip 127.0.0.1 --port "$port" --device disk --weight 1 >/dev/null
  swift-ring-builder "$ring" rebalance >/dev/null
done

{
  defaults "$proxy_port"
  cat <<CONF
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:tempauth]
use = egg:swift#tempauth
user_app_app = appsecret .admin http://127.0.0.1:$proxy_port/v1/AUTH_app
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
check_bucket_owner = false
location = us-east-1
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
CONF
} >"$etc/proxy-server.conf"

# The servers read /etc/swift/swift.conf unless another file is set before their start.
launcher='
import sys
import swift.common.utils as utils
service, etc = sys.argv[1:3]
utils.SWIFT_CONF_FILE = etc + "/swift.conf"
program = "/usr/bin/swift-%s-server" % service
sys.argv = [program, "%s/%s-server.conf" % (etc, service)]
exec(compile(open(program).read(), program, "exec"))
'
for service in account container object proxy; do
  (cd "$etc" && exec setsid /usr/bin/python3 -c "$launcher" "$service" "$etc") >"$SWIFT_DIR/log/$service.log" 2>&1 </dev/null &
  echo $! >"$SWIFT_DIR/run/$service.pid"
done

for _ in $(seq 300); do
  if curl --silent --output /dev/null "http://127.0.0.1:$proxy_port/"; then exit 0; fi
  sleep 0.1
done
echo 'Swift did not start:' >&2
tail -n 5 "$SWIFT_DIR"/log/*.log >&2
stop
exit 1
