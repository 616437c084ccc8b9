#!/bin/sh
# Play every game of a Kibitz service to its end with curl and jq.
#
# Needs a POSIX shell, curl 7.76 or later and jq 1.6 or later. Run it with the address of the service
# and, if you like, with games:
#
#     sh play.sh http://127.0.0.1:8000
#     sh play.sh http://127.0.0.1:8000 knaves hand-knee-foot:4
set -eu

address=$1
shift
wanted=" $* "
rounds=2                                  # of a match; a whole match goes on until it is won
level=casual # of the computer players: beginner, casual, strong or best
quick='{"nodes": 20000, "iterations": 8}' # an app would rather give {"time_ms": 500}

# ask PATH [BODY]: the answer of the service; a busy service says when to ask again.
ask() {
  path=$1
  shift
  [ $# -eq 0 ] || set -- -H 'Content-Type: application/json' -d "$1"
  curl -sS --fail-with-body --retry 20 "$@" "$address/v1/games$path"
}

# get JSON FILTER: what the filter finds in the JSON, as text.
get() { printf '%s' "$1" | jq -r "$2"; }

# Solve a deal and play the winning line. A position is one line of text that needs no escaping.
play_solitaire() {
  position=$(get "$(ask "/$1/deal" '{"seed": 2}')" .text)
  solution=$(ask "/$1/solve" "{\"position\": \"$position\", \"limits\": $quick}")
  line=$(get "$solution" '.moves | select(.) | tojson')
  if [ -z "$line" ]; then
    get "$solution" '"\(.verdict) (\(.stopped_by))"'
    return
  fi
  end=$(ask "/$1/play" "{\"position\": \"$position\", \"moves\": $line}")
  get "$end" "if .outcome.won then \"won\" else \"not won\" end + \" in $(get "$line" length) moves\""
}

# any_move GAME POSITION NUMBER: one of the legal moves; `text` has each of them in words.
any_move() {
  get "$(ask "/$1/moves" "{\"position\": \"$2\"}")" ".moves | .[$3 * 7919 % length].move"
}

# What the person in seat 0 plays: now and then the hint, else any move.
my_move() {
  # Show the view: it holds no hidden card.
  seen=$(get "$(ask "/$1/view" "{\"position\": \"$2\", \"seat\": 0}")" .text)
  move=
  if [ $(($3 % 10)) -eq 0 ]; then
    hint=$(ask "/$1/hint" "{\"position\": \"$seen\", \"limits\": $quick}")
    move=$(get "$hint" '.move // ""')
  fi
  echo "${move:-$(any_move "$1" "$seen" "$3")}"
}

# Play as seat 0 against computer players; where there are rounds, more than one.
play_rounds() {
  game=$1 has_rounds=$3 moves=0 number=1
  table=$(ask "/$game/deal" "{\"seed\": 2, \"rules\": $2}")
  while :; do
    read -r to_move position <<EOF
$(get "$table" '"\(.to_move) \(.text)"')
EOF
    if [ "$to_move" = 0 ]; then
      move=$(my_move "$game" "$position" "$moves")
    elif [ "$to_move" != null ]; then
      move=$(get "$(ask "/$game/choose" "{\"position\": \"$position\", \"level\": \"$level\"}")" .move)
    elif [ "$has_rounds" = false ]; then
      get "$table" "\"$moves moves, points \(.outcome.payoffs)\""
      return
    else
      next=$(ask "/$game/next" "{\"position\": \"$position\", \"seed\": $number}")
      table=$(get "$next" .deal)
      if [ "$number" = "$rounds" ] || [ "$table" = null ]; then
        get "$next" "\"$moves moves in $number rounds, totals \(.match.totals)\""
        return
      fi
      number=$((number + 1))
      continue
    fi
    table=$(ask "/$game/play" "{\"position\": \"$position\", \"moves\": [\"$move\"]}")
    moves=$((moves + 1))
  done
}

get "$(ask '')" '.games[] | .name as $game | .title as $title | (.player_counts | length > 1) as $several
  | (.verbs | index("next") != null) as $rounds | .player_counts[]
  | "\($game)|\(.)|\(if $several then {players: .} else {} end)|\($rounds)|\($title)"' |
  while IFS='|' read -r game players rules has_rounds title; do
    case $wanted in
    *" $game "* | *" $game:$players "* | "  ") ;;
    *) continue ;;
    esac
    if [ "$players" = 1 ]; then
      result=$(play_solitaire "$game")
    else
      result=$(play_rounds "$game" "$rules" "$has_rounds")
    fi
    echo "$title, players $players: $result"
  done
