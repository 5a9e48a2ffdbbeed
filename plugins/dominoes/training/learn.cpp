// Learns what a position of dominoes is worth to the seat that has just played, by self-play.
//
//   g++ -O3 -march=native -ffast-math -o learn learn.cpp
//   ./learn WEIGHTS MINUTES [SEED [BEFORE]]
//   python pack.py WEIGHTS ../src/sofra_dominoes/bots/value-6-7.json 6 7 128 32
//
// Both seats choose by softmax over the values, ever more sharply; each value is then moved towards a lambda return of the round
// (R. Sutton, 1988), by Adam (D. Kingma and J. Ba, 2015). MINUTES are of processor time. BEFORE are weights to begin with.
// For another set: -DHIGHEST=3 -DHAND=3 -DUNITS=64. What the inputs mean is told in bots/value.py, which has them in the same order.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#ifndef HIGHEST
#define HIGHEST 6
#endif
#ifndef HAND
#define HAND 7
#endif
#ifndef UNITS
#define UNITS 128
#endif
#ifndef SECOND
#define SECOND 32
#endif

namespace {

constexpr int kPips = HIGHEST + 1;
constexpr int kTiles = kPips * (kPips + 1) / 2;
constexpr int kBoneyard = kTiles - 2 * HAND;
constexpr int kFull = 30;    // a seat that never drew at a pip: any of its tiles can have it
constexpr int kKnown = 20;   // fewer than this is a count
constexpr float kScale = 20; // pips for one unit of output
constexpr float kLambda = 0.7f;
constexpr int kRoundsABatch = 50;

using Mask = uint32_t;

struct Rng {
  uint64_t state;
  explicit Rng(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ull + 1) {}
  uint64_t next() { // SplitMix64 (G. Steele, D. Lea and C. Flood, 2014)
    uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  int below(int n) { return int((next() >> 32) * uint64_t(n) >> 32); }
  double unit() { return double(next() >> 11) / 9007199254740992.0; }
};

int low[kTiles], high[kTiles], weight[kTiles], rank_of[kTiles], tile_of[kPips][kPips];
Mask suit[kPips];

void make_tables() {
  int tile = 0;
  for (int a = 0; a < kPips; a++)
    for (int b = a; b < kPips; b++, tile++) {
      low[tile] = a, high[tile] = b, weight[tile] = a + b;
      tile_of[a][b] = tile_of[b][a] = tile;
      suit[a] |= Mask(1) << tile, suit[b] |= Mask(1) << tile;
      rank_of[tile] = a == b ? 1000 + a : 10 * (a + b) + b; // who may open
    }
}

int count(Mask mask) { return __builtin_popcount(mask); }
int first(Mask mask) { return __builtin_ctz(mask); }
int sum(Mask mask) {
  int pips = 0;
  for (; mask; mask &= mask - 1) pips += weight[first(mask)];
  return pips;
}

struct Lay {
  int tile, covers, shows;
};

// A round under way, and what each seat has shown for each pip: how many of its tiles can have it, how often it left it at an end and
// played at the other, how often it made it an end.
struct Course {
  Mask hand[2], played[2];
  int boneyard[kBoneyard + 1], at;
  int a, b, turn, drew, opener, opening;
  int room[2][kPips], left[2][kPips], made[2][kPips];
  bool over;
  int points; // of seat 0

  explicit Course(Rng& rng) : hand{}, played{}, boneyard{}, at(0), drew(0), left{}, made{}, over(false), points(0) {
    int order[kTiles];
    for (int i = 0; i < kTiles; i++) order[i] = i;
    for (int i = kTiles - 1; i > 0; i--) std::swap(order[i], order[rng.below(i + 1)]);
    for (int i = 0; i < HAND; i++) hand[0] |= Mask(1) << order[i], hand[1] |= Mask(1) << order[HAND + i];
    std::copy(order + 2 * HAND, order + kTiles, boneyard);
    opening = *std::max_element(order, order + 2 * HAND, [](int x, int y) { return rank_of[x] < rank_of[y]; });
    opener = hand[0] >> opening & 1 ? 0 : 1;
    hand[opener] &= ~(Mask(1) << opening), played[opener] = Mask(1) << opening;
    a = low[opening], b = high[opening], turn = 1 - opener;
    for (auto& seat : room) std::fill(seat, seat + kPips, kFull);
    if (hand[opener])
      settle();
    else
      end(opener);
  }
  int rest() const { return kBoneyard - at; }
  void end(int winner) { over = true, points = winner == 0 ? sum(hand[1]) : -sum(hand[0]); }
  void show_draw(int seat, int kept) {
    for (int pip = 0; pip < kPips; pip++) room[seat][pip] = std::min(kFull, room[seat][pip] + kept);
    room[seat][a] = room[seat][b] = 0;
  }
  void settle() { // forced draws and passes
    drew = 0;
    for (int passes = 0; passes < 2; passes++) {
      Mask fitting = suit[a] | suit[b];
      if (hand[turn] & fitting) return;
      int drawn = 0;
      while (at < kBoneyard) {
        int tile = boneyard[at++];
        drawn++, hand[turn] |= Mask(1) << tile;
        if (fitting >> tile & 1) {
          show_draw(turn, drawn - 1), drew = drawn;
          return;
        }
      }
      show_draw(turn, drawn), turn = 1 - turn;
    }
    over = true, points = sum(hand[1]) - sum(hand[0]);
  }
  int lays(Lay* found) const {
    int n = 0;
    for (Mask mask = hand[turn] & (suit[a] | suit[b]); mask; mask &= mask - 1) {
      int tile = first(mask);
      if (low[tile] == a || high[tile] == a) found[n++] = {tile, a, low[tile] == a ? high[tile] : low[tile]};
      if (b != a && (low[tile] == b || high[tile] == b)) found[n++] = {tile, b, low[tile] == b ? high[tile] : low[tile]};
    }
    return n;
  }
  void lay(Lay move) { // without what it forces
    int seat = turn;
    if (!drew) { // a tile just drawn was no choice, and shows nothing
      int stays = move.covers == a ? b : a;
      if (stays != move.covers && left[seat][stays] < 3) left[seat][stays]++;
      if (made[seat][move.shows] < 3) made[seat][move.shows]++;
      for (int pip : {low[move.tile], high[move.tile]}) {
        if (0 < room[seat][pip] && room[seat][pip] < kKnown) room[seat][pip]--;
        if (low[move.tile] == high[move.tile]) break;
      }
    }
    hand[seat] &= ~(Mask(1) << move.tile), played[seat] |= Mask(1) << move.tile;
    (move.covers == a ? a : b) = move.shows;
    drew = 0;
  }
  void play(Lay move) {
    int seat = turn;
    lay(move);
    if (!hand[seat]) return end(seat);
    turn = 1 - seat;
    settle();
  }
};

// Where each group of inputs begins.
constexpr int kHand = 0, kTheirs = kHand + kTiles, kMine = kTheirs + kTiles, kEnds = kMine + kTiles, kOpening = kEnds + kTiles,
              kOtherCount = kOpening + 2 * kTiles, kMineCount = kOtherCount + 16, kRest = kMineCount + 16, kRoom = kRest + 16,
              kMyRoom = kRoom + 6 * kPips, kLeft = kMyRoom + 6 * kPips, kMyLeft = kLeft + 2 * kPips, kMade = kMyLeft + 2 * kPips,
              kMyMade = kMade + 2 * kPips, kMineSuit = kMyMade + 2 * kPips, kUnseenSuit = kMineSuit + 5 * kPips,
              kFit = kUnseenSuit + kPips * (kPips + 1), kUnseenFit = kFit + 8, kRoomFit = kUnseenFit + 2 * kPips,
              kMyRoomFit = kRoomFit + 6, kMinePips = kMyRoomFit + 6, kUnseenPips = kMinePips + 14, kDoubles = kUnseenPips + 10,
              kEnd = kDoubles + 5, kInputs = kEnd + 10 * (kPips + 1);

struct Inputs {
  int n = 0;
  int16_t on[160];
  void add(int input) { on[n++] = int16_t(input); }
  void add_tiles(int group, Mask mask) {
    for (; mask; mask &= mask - 1) add(group + first(mask));
  }
};

int level(int room, int tiles) { return room >= tiles ? 5 : room <= 2 ? room : room <= 4 ? 3 : 4; }

// What `seat` knows just after it has laid a tile.
Inputs inputs_of(const Course& course, int seat) {
  Inputs in;
  int other = 1 - seat;
  Mask mine = course.hand[seat], unseen = ((Mask(1) << kTiles) - 1) & ~(mine | course.played[0] | course.played[1]);
  int held = count(mine), theirs = count(course.hand[other]);
  in.add_tiles(kHand, mine), in.add_tiles(kTheirs, course.played[other]), in.add_tiles(kMine, course.played[seat]);
  in.add(kEnds + tile_of[course.a][course.b]);
  in.add(kOpening + course.opening + (course.opener == seat ? 0 : kTiles));
  in.add(kOtherCount + std::min(theirs, 15)), in.add(kMineCount + std::min(held, 15)), in.add(kRest + std::min(course.rest(), 15));
  auto tally = [&](int group, int pip, int often) {
    for (int k = 0; k < std::min(often, 2); k++) in.add(group + 2 * pip + k);
  };
  int doubles = 0;
  for (int pip = 0; pip < kPips; pip++) {
    in.add(kRoom + 6 * pip + level(course.room[other][pip], theirs)), in.add(kMyRoom + 6 * pip + level(course.room[seat][pip], held));
    tally(kLeft, pip, course.left[other][pip]), tally(kMyLeft, pip, course.left[seat][pip]);
    tally(kMade, pip, course.made[other][pip]), tally(kMyMade, pip, course.made[seat][pip]);
    in.add(kMineSuit + 5 * pip + std::min(4, count(mine & suit[pip])));
    in.add(kUnseenSuit + (kPips + 1) * pip + count(unseen & suit[pip]));
    doubles += mine >> tile_of[pip][pip] & 1;
  }
  int ends[2] = {course.a, course.b}, different = course.a == course.b ? 1 : 2;
  int known = 0, mine_known = 0, kinds[2];
  for (int k = 0; k < 2; k++) {
    if (k < different) known += course.room[other][ends[k]], mine_known += course.room[seat][ends[k]];
    kinds[k] = std::min(4, count(mine & suit[ends[k]])) * (kPips + 1) + count(unseen & suit[ends[k]]);
  }
  Mask fitting = suit[course.a] | suit[course.b];
  in.add(kFit + std::min(7, count(mine & fitting))), in.add(kUnseenFit + count(unseen & fitting));
  in.add(kRoomFit + level(known, theirs)), in.add(kMyRoomFit + level(mine_known, held));
  in.add(kMinePips + std::min(13, sum(mine) / 5));
  in.add(kUnseenPips + (unseen ? std::min(9, sum(unseen) * 2 / count(unseen) / 2) : 0));
  in.add(kDoubles + std::min(4, doubles));
  in.add(kEnd + std::max(kinds[0], kinds[1])), in.add(kEnd + 5 * (kPips + 1) + std::min(kinds[0], kinds[1]));
  return in;
}

struct Net {
  float first[kInputs][UNITS], bias[UNITS], second[UNITS][SECOND], bias2[SECOND], third[SECOND], constant;
};
constexpr size_t kWeights = sizeof(Net) / sizeof(float);

struct Glow { // what the units say
  float units[UNITS], second[SECOND], value;
};

void look(const Net& net, const Inputs& in, Glow& glow) {
  std::copy(net.bias, net.bias + UNITS, glow.units);
  for (int i = 0; i < in.n; i++)
    for (int j = 0; j < UNITS; j++) glow.units[j] += net.first[in.on[i]][j];
  std::copy(net.bias2, net.bias2 + SECOND, glow.second);
  for (int j = 0; j < UNITS; j++) {
    glow.units[j] = std::max(0.f, glow.units[j]);
    if (glow.units[j] > 0)
      for (int k = 0; k < SECOND; k++) glow.second[k] += glow.units[j] * net.second[j][k];
  }
  glow.value = net.constant;
  for (int k = 0; k < SECOND; k++) {
    glow.second[k] = std::max(0.f, glow.second[k]);
    glow.value += glow.second[k] * net.third[k];
  }
}

void begin(Net& net, Rng& rng) {
  auto fill = [&](float* from, size_t n, float spread) {
    for (size_t i = 0; i < n; i++) from[i] = float((2 * rng.unit() - 1) * spread);
  };
  std::memset(&net, 0, sizeof net);
  fill(&net.first[0][0], size_t(kInputs) * UNITS, 0.12f);
  fill(&net.second[0][0], size_t(UNITS) * SECOND, std::sqrt(3.f / UNITS));
  fill(net.third, SECOND, std::sqrt(1.f / SECOND));
}

struct Sample {
  Inputs in;
  float target;
};

struct Learner {
  Net net, slope, mean, square, average;
  long steps = 0;

  double learn(const std::vector<Sample>& batch, double rate) {
    std::memset(&slope, 0, sizeof slope);
    double loss = 0;
    Glow glow;
    for (const Sample& sample : batch) {
      look(net, sample.in, glow);
      float error = glow.value - sample.target, back = error / float(batch.size()), back2[SECOND];
      loss += error * error;
      slope.constant += back;
      for (int k = 0; k < SECOND; k++) {
        slope.third[k] += back * glow.second[k];
        back2[k] = glow.second[k] > 0 ? back * net.third[k] : 0;
        slope.bias2[k] += back2[k];
      }
      float back1[UNITS];
      for (int j = 0; j < UNITS; j++) {
        back1[j] = 0;
        if (glow.units[j] > 0)
          for (int k = 0; k < SECOND; k++) slope.second[j][k] += glow.units[j] * back2[k], back1[j] += net.second[j][k] * back2[k];
        slope.bias[j] += back1[j];
      }
      for (int i = 0; i < sample.in.n; i++)
        for (int j = 0; j < UNITS; j++) slope.first[sample.in.on[i]][j] += back1[j];
    }
    steps++;
    float size = float(rate * std::sqrt(1 - std::pow(0.999, steps)) / (1 - std::pow(0.9, steps)));
    auto *w = reinterpret_cast<float*>(&net), *g = reinterpret_cast<float*>(&slope);
    auto *m = reinterpret_cast<float*>(&mean), *v = reinterpret_cast<float*>(&square);
    for (size_t i = 0; i < kWeights; i++) {
      m[i] += 0.1f * (g[i] - m[i]);
      v[i] += 0.001f * (g[i] * g[i] - v[i]);
      w[i] -= size * m[i] / (std::sqrt(v[i]) + 1e-8f);
    }
    return loss / double(batch.size());
  }
  void settle(bool late) { // the weights that are kept are averaged over the last part of the way
    auto *a = reinterpret_cast<float*>(&average), *w = reinterpret_cast<float*>(&net);
    for (size_t i = 0; i < kWeights; i++) a[i] += (late ? 0.002f : 1.f) * (w[i] - a[i]);
  }
};

void play(const Net& net, Rng& rng, double softness, std::vector<Sample>& batch) {
  Course course(rng);
  std::vector<Sample> shown[2];
  while (!course.over) {
    Lay lays[2 * kTiles];
    int n = course.lays(lays), seat = course.turn, taken = 0;
    if (count(course.hand[seat]) == 1) { // the last tile: nothing to learn
      course.play(lays[0]);
      break;
    }
    Inputs in[2 * kTiles];
    float value[2 * kTiles];
    Glow glow;
    for (int i = 0; i < n; i++) {
      Course then = course;
      then.lay(lays[i]);
      in[i] = inputs_of(then, seat);
      look(net, in[i], glow);
      value[i] = glow.value;
    }
    if (n > 1) {
      float best = *std::max_element(value, value + n);
      double share[2 * kTiles], total = 0;
      for (int i = 0; i < n; i++) total += share[i] = std::exp((value[i] - best) * kScale / softness);
      double dice = rng.unit() * total;
      while (taken < n - 1 && (dice -= share[taken]) > 0) taken++;
    }
    shown[seat].push_back({in[taken], value[taken]});
    course.play(lays[taken]);
  }
  for (int seat = 0; seat < 2; seat++) {
    float target = float(seat == 0 ? course.points : -course.points) / kScale;
    for (auto sample = shown[seat].rbegin(); sample != shown[seat].rend(); ++sample) {
      batch.push_back({sample->in, target});
      target = kLambda * target + (1 - kLambda) * sample->target;
    }
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "learn WEIGHTS MINUTES [SEED [BEFORE]]\n"), 2;
  double minutes = std::atof(argv[2]);
  Rng rng(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  make_tables();
  auto learner = std::make_unique<Learner>();
  begin(learner->net, rng);
  if (argc > 4) {
    FILE* before = std::fopen(argv[4], "rb");
    if (!before || std::fread(&learner->net, sizeof(Net), 1, before) != 1) return std::fprintf(stderr, "%s?\n", argv[4]), 2;
    std::fclose(before);
  }
  clock_t begun = std::clock();
  std::vector<Sample> batch;
  double loss = 0, told = 0;
  long batches = 0;
  while (true) {
    double done = double(std::clock() - begun) / CLOCKS_PER_SEC / 60 / minutes;
    if (done >= 1) break;
    double softness = 3 * std::pow(0.2, std::min(1.0, 1.25 * done)); // pips
    double rate = 1e-3 * (done < 0.5 ? 1 : std::pow(0.02, 2 * done - 1));
    batch.clear();
    for (int round = 0; round < kRoundsABatch; round++) play(learner->net, rng, softness, batch);
    loss += learner->learn(batch, rate), batches++;
    learner->settle(done > 0.7);
    if (done >= told) {
      std::fprintf(stderr, "%3.0f %% %ld rounds, loss %.4f\n", 100 * done, learner->steps * kRoundsABatch, loss / double(batches));
      loss = 0, batches = 0, told += 0.05;
    }
  }
  FILE* out = std::fopen(argv[1], "wb");
  bool kept = out && std::fwrite(&learner->average, sizeof(Net), 1, out) == 1 && std::fclose(out) == 0;
  return kept ? 0 : 1;
}
