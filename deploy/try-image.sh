#!/bin/bash
# Builds the image and runs it where no registry of images can be reached: Debian's mirrors and the npm registry are enough.
# The images of others (Debian, Node, PostgreSQL, Caddy, coturn) are replaced by stand-ins made from their Debian packages, the object
# store by the one of our tests, in a storage of their own under $TRIAL, so images that the machine has keep their names. As root:
#   apt-get install --no-install-recommends buildah podman runc mmdebstrap netavark aardvark-dns iptables iproute2
#   deploy/try-image.sh build           the stand-ins (once) and the image
#   deploy/try-image.sh start [PORT]    one container with the company Demo, and PostgreSQL beside it
#   deploy/try-image.sh compose ARGS…   Docker Compose with compose.yaml, in a network namespace of its own: up -d, ps, down
#   deploy/try-image.sh inside ARGS…    a command in that namespace: curl -k https://localhost/healthz
#   deploy/try-image.sh podman ARGS…    podman with the storage of the trial
#   deploy/try-image.sh stop            stop and remove the containers; images stay
#   deploy/try-image.sh clean           remove everything
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
trial=${TRIAL:-/var/tmp/parley-trial}
namespace=parley-trial
case $(uname -m) in x86_64) arch=x64 ;; *) arch=arm64 ;; esac
export CONTAINERS_STORAGE_CONF=$trial/storage.conf CONTAINERS_CONF=$trial/containers.conf

configure() {
  mkdir -p "$trial/networks"
  cat > "$CONTAINERS_STORAGE_CONF" <<END
[storage]
driver = "${STORAGE_DRIVER:-overlay}"
graphroot = "$trial/storage"
runroot = "$trial/run"
END
  # podman asks for the highest limits, which a machine may refuse even to root.
  cat > "$CONTAINERS_CONF" <<END
[containers]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=4096:4096"]
[network]
network_backend = "netavark"
network_config_dir = "$trial/networks"
[engine]
# crun refuses a machine that mixes both versions of cgroups.
runtime = "runc"
END
}

# stand_in NAME: an image of that name from the Dockerfile on stdin.
stand_in() {
  podman image exists "$1" && return
  buildah bud --quiet --network host --tag "$1" --file - "$trial/context"
}

stand_ins() {
  mkdir -p "$trial/context"
  if ! podman image exists localhost/stand-in/debian; then
    # As small as debian:12-slim, and like it without CA certificates.
    local without=()
    for folder in doc man locale info; do without+=("--dpkgopt=path-exclude=/usr/share/$folder/*"); done
    mmdebstrap --variant=apt --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --include=usr-is-merged \
      "${without[@]}" bookworm "$trial/context/debian.tar"
    stand_in localhost/stand-in/debian <<< $'FROM scratch\nADD debian.tar /\nCMD ["bash"]'
    rm "$trial/context/debian.tar"
  fi
  if ! podman image exists localhost/stand-in/node; then
    local version
    version=$(sed -n "s/.*\"node-linux-$arch\": \"\(.*\)\".*/\1/p" "$repository/package.json")
    npm install --global --prefix "$trial/context/node" "node-linux-$arch@$version" npm@11
    # The registry may be behind a proxy whose authority only this machine knows.
    cp /etc/ssl/certs/ca-certificates.crt "$trial/context/authorities.pem"
    stand_in localhost/stand-in/node <<'END'
FROM localhost/stand-in/debian
COPY node /usr/local
COPY authorities.pem /etc/ssl/authorities.pem
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/authorities.pem
END
    rm -r "$trial/context/node"
  fi
  local install='apt-get update -qq && apt-get install -qq -y --no-install-recommends'
  # With the folder and the settings of the real one; the version is Debian's.
  cat > "$trial/context/postgres.sh" <<'END'
set -e
programs=$(echo /usr/lib/postgresql/*/bin)
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres /var/lib/postgresql "${PGDATA%/*}" "$PGDATA"
  su postgres -c "$programs/initdb --auth=scram-sha-256 -U $POSTGRES_USER --pwfile=<(echo $POSTGRES_PASSWORD)"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database \"$POSTGRES_USER\"" | su postgres -c "$programs/postgres --single template1"
fi
exec su postgres -c "exec $programs/postgres -c listen_addresses=\*"
END
  stand_in docker.io/library/postgres:18 <<END
FROM localhost/stand-in/debian
RUN mkdir -p /usr/share/man/man1 /usr/share/man/man7 && $install postgresql && rm -rf /var/lib/postgresql/*
COPY postgres.sh /postgres.sh
ENV PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["bash", "/postgres.sh"]
END
  # No Debian package is an S3 server of one process, so this one is ours. It keeps files until it is stopped.
  cp "$repository/testing/src/s3-server.ts" "$trial/context/"
  cat > "$trial/context/objects.mjs" <<'END'
import { startS3Server } from './s3-server.ts';
const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, S3_BUCKET: bucket } = process.env;
const clock = { now: () => new Date() };
await startS3Server({ bucket, region: 'us-east-1', accessKeyId, secretAccessKey, clock, host: '0.0.0.0', port: 8333 });
END
  cat > "$trial/context/curl.sh" <<'END'
#!/bin/sh
exec node -e 'require("node:net").connect(8333).on("connect", () => process.exit(0)).on("error", () => process.exit(1))'
END
  chmod 0755 "$trial/context/curl.sh"
  stand_in docker.io/chrislusf/seaweedfs:4.44 <<END
FROM localhost/stand-in/node
COPY objects.mjs s3-server.ts /srv/
COPY curl.sh /usr/local/bin/curl
ENTRYPOINT ["node", "/srv/objects.mjs"]
END
  stand_in docker.io/library/caddy:2 <<END
FROM localhost/stand-in/debian
RUN $install caddy
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
END
  stand_in docker.io/coturn/coturn:4.17 <<END
FROM localhost/stand-in/debian
RUN $install coturn
ENTRYPOINT ["turnserver", "-n", "--log-file=stdout"]
END
}

build() {
  stand_ins
  # An image in OCI's format has no health check.
  buildah bud --format docker --network host --build-arg BASE=localhost/stand-in/debian \
    --build-arg BUILDER=localhost/stand-in/node --tag parley --file "$repository/deploy/Dockerfile" "$repository"
  buildah images parley
}

start() {
  local port=${1:-3000}
  podman run --detach --name parley-trial-postgres --publish "127.0.0.1:$port:$port" \
    --env POSTGRES_USER=parley --env POSTGRES_PASSWORD=trial docker.io/library/postgres:18
  # In the network of PostgreSQL, so nothing has to find its name.
  podman run --detach --network container:parley-trial-postgres --name parley-trial-service --read-only \
    --tmpfs /tmp --cap-drop all --security-opt no-new-privileges --restart on-failure \
    --env PORT="$port" --env PARLEY_DEMO=on --env PARLEY_SIM_SPEED="${PARLEY_SIM_SPEED:-1}" \
    --env DATABASE_URL=postgresql://parley:trial@localhost/parley parley
}

inside() {
  if [ ! -e "/run/netns/$namespace" ]; then
    ip netns add "$namespace"
    ip -n "$namespace" link set lo up
  fi
  # Not ip netns exec, which hides the cgroups.
  nsenter --net="/run/netns/$namespace" "$@"
}

# Debian 12 has only versions that do not know all of compose.yaml, so that of Debian 13 is unpacked, not installed.
compose_program() {
  local program=$trial/compose/usr/libexec/docker/cli-plugins/docker-compose
  if [ ! -x "$program" ]; then
    mkdir -p "$trial/apt/lists/partial" "$trial/apt/archives/partial"
    local mirror
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | awk '/\/debian\/*$/ && !seen++')
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$trial/apt/sources.list"
    local apt=(apt-get -qq -o "Dir::Etc::SourceList=$trial/apt/sources.list" -o Dir::Etc::SourceParts=/none
      -o "Dir::State::Lists=$trial/apt/lists" -o "Dir::Cache=$trial/apt" -o APT::Sandbox::User=root)
    (cd "$trial/apt" && "${apt[@]}" update && "${apt[@]}" download docker-compose) >&2
    dpkg -x "$trial"/apt/docker-compose_*.deb "$trial/compose"
  fi
  echo "$program"
}

compose() {
  local program secret
  program=$(compose_program)
  # The file as it is, with settings that were filled in. Caddy has an authority of its own for localhost.
  mkdir -p "$trial/deploy"
  cp -r "$repository/deploy/compose.yaml" "$repository/deploy/caddy" "$repository/deploy/example.env" "$trial/deploy/"
  if [ ! -e "$trial/deploy/.env" ]; then
    while IFS= read -r line; do
      secret=$(openssl rand -hex 24)
      case $line in
        DOMAIN=*) echo 'DOMAIN=localhost' ;;
        PUBLIC_ADDRESS=) echo 'PUBLIC_ADDRESS=127.0.0.1' ;;
        HEARING=) echo "$line" ;;
        [A-Z]*=) echo "$line$secret" ;;
        *) echo "$line" ;;
      esac
    done < "$trial/deploy/example.env" > "$trial/deploy/.env"
  fi
  serve_podman
  DOCKER_HOST=unix://$trial/podman.sock "$program" -f "$trial/deploy/compose.yaml" "$@"
}

# Compose talks to podman as it does to Docker.
serve_podman() {
  [ -e "$trial/podman.pid" ] && kill -0 "$(cat "$trial/podman.pid")" 2> /dev/null && return
  rm -f "$trial/podman.sock"
  inside true
  # Not through the function, whose process id would be that of a shell around it.
  nsenter --net="/run/netns/$namespace" podman system service --time 0 "unix://$trial/podman.sock" > "$trial/podman.log" 2>&1 < /dev/null &
  echo $! > "$trial/podman.pid"
  until [ -S "$trial/podman.sock" ]; do sleep 0.1; done
  # podman leaves health checks to systemd; a machine without it has nobody else to run them.
  [ ! -d /run/systemd/system ] || return 0
  check_health > "$trial/health.log" 2>&1 < /dev/null &
  echo $! > "$trial/health.pid"
}

check_health() {
  while kill -0 "$(cat "$trial/podman.pid")"; do
    for container in $(podman ps --quiet --filter health=starting --filter health=healthy --filter health=unhealthy); do
      podman healthcheck run "$container" || true
    done
    sleep 2
  done
}

stop() {
  [ -e "$CONTAINERS_STORAGE_CONF" ] || return 0
  for job in health podman; do
    [ ! -e "$trial/$job.pid" ] || kill "$(cat "$trial/$job.pid")" 2> /dev/null || true
    rm -f "$trial/$job.pid"
  done
  if [ -e "/run/netns/$namespace" ]; then
    # Where their network is.
    podman ps --all --quiet --filter label=com.docker.compose.project | inside xargs -r podman rm --force --time 5
    ip netns delete "$namespace"
  fi
  # Before the container whose network it is in.
  podman rm --force --ignore --time 5 parley-trial-service
  podman rm --all --force --time 5
  podman volume rm --all --force
  podman network prune --force
  rm -rf "$trial/deploy"
}

command=${1:-help}
shift || true
case $command in
  build | start | compose | inside)
    configure
    "$command" "$@"
    ;;
  stop) stop > /dev/null 2>&1 ;;
  podman)
    configure
    podman "$@"
    ;;
  clean)
    stop > /dev/null 2>&1
    # Layers may still be mounted.
    podman rmi --all --force > /dev/null 2>&1 || true
    umount "$trial/storage/overlay" 2> /dev/null || true
    rm -rf "$trial"
    ;;
  *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" ;;
esac
